import { namesHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { invalidOption } from '../errors.ts'

/** A change to an account of the console. */
export type AccountChange =
  /** A login in a browser in which the person was not logged in before with the same password and second factor. */
  | 'new-device'
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  /** An account of the OpenID Connect provider can log in from now on. */
  | 'provider-linked'
  /** Somebody made a link with which a new password can be set. */
  | 'link-made'

/** A message for the person whose account it is. It holds no secret. */
export interface AccountNotice {
  /** The change. */
  readonly change: AccountChange
  /** Id of the user whose account it is. */
  readonly userId: string
  /** The name with which the person logs in, which may be a mail address. */
  readonly name: string
  /** Epoch milliseconds. */
  readonly atMs: number
  /** The person who changed the account, if another one: a user by name, or `program`. */
  readonly by?: string
  /** Address from which it was done. */
  readonly address?: string
  /** The browser of a login, as it names itself. */
  readonly browser?: string
}

/** Tells people what happened to their accounts of the console. `accountMail()` of `@galla/gateway/email` is one. */
export interface AccountNotifier {
  /** Called once, after the change. What it throws is logged: nothing waits for it. */
  notify(notice: AccountNotice): Promise<void>
  /** Host that it reaches without TLS: the option `hostsWithoutTls` must name it. */
  readonly hostWithoutTls?: string
}

/** @throws GatewayError INVALID_OPTION */
export function checkAccountNotifier(notifier: AccountNotifier, hostsWithoutTls: readonly string[] = []): void {
  if (typeof notifier.notify !== 'function')
    throw invalidOption('console.accountNotifier', 'must have a method notify(), such as accountMail() makes it')
  const { hostWithoutTls: host } = notifier
  if (host === undefined || namesHost(hostsWithoutTls, host)) return
  throw invalidOption(
    'console.accountNotifier',
    `reaches ${host} without TLS. ${wayWithoutTls(host, 'hostsWithoutTls')}`,
  )
}
