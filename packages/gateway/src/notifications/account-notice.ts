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

/** A message for the owner of an account of the console. The message has no secret. */
export interface AccountNotice {
  /** The change of the account. */
  readonly change: AccountChange
  /** Id of the user who owns the account. */
  readonly userId: string
  /** The name with which the person logs in, which may be a mail address. */
  readonly name: string
  /** Time of the change. Epoch milliseconds. */
  readonly atMs: number
  /** The person who changed the account, if not the owner: the name of a user, or `program`. */
  readonly by?: string
  /** Network address from which the account was changed. */
  readonly address?: string
  /** The browser of a login, as the browser names itself. */
  readonly browser?: string
}

/** Tells people about changes of their accounts of the console. `accountMail()` of `@galla/gateway/email` makes an account notifier. */
export interface AccountNotifier {
  /** Called once, after the change. The gateway does not wait for the result. An error is logged. */
  notify(notice: AccountNotice): Promise<void>
  /** Host that the notifier reaches without TLS. The option `hostsWithoutTls` must name this host. */
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
