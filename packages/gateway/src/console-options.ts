import { isMerchantName, MAX_MERCHANT_NAME } from '@galla/contract/appearance/appearance'
import { checkNames } from './check-names.ts'
import { invalidOption } from './errors.ts'
import { type AccountNotifier, checkAccountNotifier } from './notifications/account-notice.ts'
import { checkOidc, type OidcSettings } from './services/access/oidc.ts'

/** The console behind `gateway.admin.fetch`. */
export interface ConsoleSettings {
  /** 12 to 256 characters. Changing it ends every session. */
  password: string
  /** Public https address of the console. @default only names of this machine: `localhost`, `127.0.0.1` */
  url?: string
  /**
   * Addresses and networks of your proxies: `10.0.0.5`, `172.16.0.0/12`. What they report in `x-forwarded-for` counts as the client's
   * address. Only for hosts that do not find the address themselves, as Express and Fastify do.
   * @default []
   */
  trustedProxies?: readonly string[]
  /**
   * Addresses and networks from which the console is opened: `203.0.113.0/24`, `2001:db8:1::/48`. Others are answered with 403, even with a session;
   * behind a proxy, set `trustedProxies` as well. @default from everywhere
   */
  allowedNetworks?: readonly string[]
  /** Mount path of `admin.fetch` as browsers see it, with the `basePath` of a Next project: `/admin/payments`. @default '' */
  path?: string
  /** The provider's address. With a sandbox on this machine, the console shows its controls and the playground. */
  providerUrl?: string
  /** Callback URL from the provider's dashboard; only shown. */
  callbackUrl?: string
  /** Your name as payers know it, 1 to 60 characters; printed on receipts. @default none */
  merchantName?: string
  /**
   * Lifetime of a proof of who the person is, in milliseconds: the login, or the password, a code or a passkey given again. Afterwards, the console
   * asks before it refunds, approves, reveals, or changes keys, users and factors. One minute to twelve hours.
   * @default 600_000
   */
  stepUpAfterMs?: number
  /** Sign-in with an OpenID Connect provider, besides passwords. Needs the package `openid-client`. @default none */
  oidc?: OidcSettings
  /**
   * Tells people of a login on a new device, and of changes of their passwords and second factors: `accountMail()` of
   * `@galla/gateway/email`. @default nobody gets a message
   */
  accountNotifier?: AccountNotifier
}

const CONSOLE_NAMES = Object.keys({
  password: true,
  url: true,
  trustedProxies: true,
  allowedNetworks: true,
  path: true,
  providerUrl: true,
  callbackUrl: true,
  merchantName: true,
  stepUpAfterMs: true,
  oidc: true,
  accountNotifier: true,
} satisfies { [Name in keyof Required<ConsoleSettings>]: true })

/** A proof counts for ten minutes. */
export const DEFAULT_STEP_UP_AFTER_MS = 600_000
const MIN_STEP_UP_AFTER_MS = 60_000
/** As long as a session at most. */
const MAX_STEP_UP_AFTER_MS = 43_200_000

const OIDC_NAMES = Object.keys({
  issuer: true,
  clientId: true,
  clientSecret: true,
  label: true,
  roles: true,
} satisfies { [Name in keyof Required<OidcSettings>]: true })

/** @throws GatewayError INVALID_OPTION naming the option that is wrong */
export function checkConsole(consoleSettings: ConsoleSettings, hostsWithoutTls: readonly string[] | undefined): void {
  checkNames(consoleSettings, CONSOLE_NAMES, 'option', 'console.')
  if (consoleSettings.oidc) {
    checkNames(consoleSettings.oidc, OIDC_NAMES, 'option', 'console.oidc.')
    checkOidc(consoleSettings.oidc, hostsWithoutTls)
  }
  if (consoleSettings.accountNotifier) checkAccountNotifier(consoleSettings.accountNotifier, hostsWithoutTls)
  if (typeof consoleSettings.password !== 'string') throw invalidOption('console.password', 'must be a string')
  const { merchantName, stepUpAfterMs = DEFAULT_STEP_UP_AFTER_MS } = consoleSettings
  if (
    !(
      typeof stepUpAfterMs === 'number' &&
      stepUpAfterMs >= MIN_STEP_UP_AFTER_MS &&
      stepUpAfterMs <= MAX_STEP_UP_AFTER_MS
    )
  )
    throw invalidOption(
      'console.stepUpAfterMs',
      `must be ${MIN_STEP_UP_AFTER_MS} to ${MAX_STEP_UP_AFTER_MS} milliseconds, a minute to twelve hours`,
    )
  if (merchantName !== undefined && !isMerchantName(merchantName))
    throw invalidOption(
      'console.merchantName',
      `must be a text of 1 to ${MAX_MERCHANT_NAME} characters on one line, without control or direction characters`,
    )
}
