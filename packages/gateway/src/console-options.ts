import { isMerchantName, MAX_MERCHANT_NAME } from '@galla/contract/appearance/appearance'
import { checkNames } from './check-names.ts'
import { invalidOption } from './errors.ts'
import { type AccountNotifier, checkAccountNotifier } from './notifications/account-notice.ts'
import { checkOidc, type OidcSettings } from './services/access/oidc.ts'

/** Settings of the console, which `gateway.admin.fetch` serves. */
export interface ConsoleSettings {
  /** First password of the user `admin`, 12 to 256 characters. A change of this option ends every session. */
  password: string
  /** Public https address of the console. @default only names of this machine: `localhost`, `127.0.0.1` */
  url?: string
  /**
   * Addresses and networks of your proxies: `10.0.0.5`, `172.16.0.0/12`. The gateway takes the client's address from the `x-forwarded-for`
   * of these proxies. Express and Fastify find the address themselves, so the option is for other hosts.
   * @default []
   */
  trustedProxies?: readonly string[]
  /**
   * Addresses and networks from which people may open the console: `203.0.113.0/24`, `2001:db8:1::/48`. Any other address is answered with
   * 403, even with a session. Behind a proxy, also set `trustedProxies`.
   * @default all addresses
   */
  allowedNetworks?: readonly string[]
  /** Mount path of `admin.fetch` as browsers see this path, with the `basePath` of a Next project: `/admin/payments`. @default '' */
  path?: string
  /** The provider's address. For the address of a sandbox on this machine, the console shows the sandbox's controls and the playground. */
  providerUrl?: string
  /** Callback URL from the provider's dashboard. The console only shows this URL. */
  callbackUrl?: string
  /** Name of your business for payers, 1 to 60 characters, which is printed on receipts. @default none */
  merchantName?: string
  /**
   * Time for which a proof of identity counts, in milliseconds: one minute to twelve hours. The login is a proof, and so is a password,
   * code or passkey that the person enters again. Afterwards, the console asks for a new proof before refunds, approvals, reveals of data,
   * and changes of keys, users and second factors.
   * @default 600_000
   */
  stepUpAfterMs?: number
  /** Sign-in with an OpenID Connect provider, in addition to passwords. Needs the package `openid-client`. @default none */
  oidc?: OidcSettings
  /**
   * Tells people about logins on new devices, and about changes of their passwords and second factors. Pass the result of `accountMail()`
   * of `@galla/gateway/email`, for example.
   * @default nobody gets a message
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
