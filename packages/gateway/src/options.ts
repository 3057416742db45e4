import { EVENT_NAMES } from '@galla/contract/gateway-api/events'
import type { Order } from '@galla/contract/gateway-api/orders'
import { hostsWithoutTlsProblem } from '@galla/contract/hosts-without-tls'
import { staysHere } from '@galla/http-server/loopback'
import type { CallbackCredential, TokenStore } from '@galla/sdk'
import type { PoolConfig } from 'pg'
import { checkNames } from './check-names.ts'
import { checkRefundControls } from './check-refund-controls.ts'
import { type ConsoleSettings, checkConsole } from './console-options.ts'
import type { Clock, Log } from './context.ts'
import { checkDatabaseOption } from './database-option.ts'
import { isOrderIdPrefix } from './domain/orders/order-ids.ts'
import { DEFAULT_POLICY, type Policy } from './domain/policy.ts'
import type { RefundControls } from './domain/refunds/controls.ts'
import { asOption, invalidOption } from './errors.ts'
import { checkMountPath } from './http/mount-path.ts'
import { checkNotifiers, type Notifier } from './notifications/notifier.ts'
import type { Tracing } from './observability/tracing.ts'
import { checkClient, type ProviderPort } from './provider/provider-port.ts'
import type { Handlers } from './services/events/handlers.ts'
import { completePaymentMethods, type OfferedPaymentMethods } from './services/orders/offered-payment-methods.ts'
import { dataKeysComplaint } from './storage/privacy/data-keys.ts'
import type { SubscriptionsOption } from './subscriptions-option.ts'

/** The argument of a function that makes a `client`. */
export interface ForClient {
  /** Shares one access token between all replicas: `new Galla({ …, tokenStore })`. */
  readonly tokenStore: TokenStore
}

/** Settings of the merchant API, which `gateway.merchant.fetch` serves. */
export interface MerchantSettings {
  /** Keys that your server sends as `Authorization: Bearer …`, 32 to 256 characters each. Pass two keys while you replace a key. */
  keys: string | readonly string[]
  /**
   * Host names that your server uses: `galla`, `galla.internal:4600`. Clients on this machine can always use a name of this machine, such
   * as `localhost`. Other clients can use such a name only if the name is listed here.
   * @default []
   */
  hosts?: readonly string[]
  /**
   * Addresses and networks of your proxies. The gateway takes the client's address from the `x-forwarded-for` of these proxies, and
   * compares the address with the allowed networks of the key.
   * @default []
   */
  trustedProxies?: readonly string[]
  /** Mount path of `merchant.fetch` when the framework leaves this path in the URL: `/merchant`. @default '' */
  path?: string
}

/** Options of `createGateway()`. An unknown option is refused. */
export interface GatewaySettings {
  /**
   * Environment of the provider: `SANDBOX` is PhonePe's test environment, reached over the network. For the offline sandbox pass a
   * `client` made with `fetch` or `hosts`. A database that belongs to another environment is refused.
   */
  environment: 'SANDBOX' | 'PRODUCTION'
  /** Client id from the provider's dashboard. */
  clientId: string
  /**
   * Client secret from the provider's dashboard. The secret is never stored. The keys that encrypt and sign tokens are derived from the
   * secret.
   */
  clientSecret: string
  /** Client version from the provider's dashboard, for the gateway's own client. @default 1 */
  clientVersion?: string | number
  /**
   * A client, or a function that makes a client. Pass your own client for other hosts, hooks, retries or a test. The gateway never closes
   * your client.
   * @default a `Galla` with the credentials above, closed by `stop()`
   */
  client?: ProviderPort | ((parts: ForClient) => ProviderPort)
  /** A folder for an embedded PostgreSQL (`@galla/postgres`), a `postgres://` URL, or the configuration of a `pg` pool. */
  database: string | PoolConfig
  /**
   * Private hosts that need no TLS: names such as `sandbox`, or addresses. The list applies to the database, notifiers, the OpenID Connect
   * provider, the sandbox's controls in the console, and clients of a console without https. Only in SANDBOX.
   * @default []
   */
  hostsWithoutTls?: readonly string[]
  /**
   * True when `createGateway` migrates the database. With `false`, `createGateway` only checks that the schema fits this release. First run
   * `galla gateway migrate` or `migrateDatabase()` with a role that may change tables.
   * @default true
   */
  migrate?: boolean
  /**
   * Keys that encrypt personal data in the database: `id:base64 of 32 bytes`. The first key encrypts, and every key decrypts. To replace a
   * key, put the new key first, run `galla gateway rotate-keys`, and remove the old key. Data of a lost key stays unreadable.
   * @default none: personal data is stored as it is
   */
  dataKeys?: readonly string[]
  /**
   * Ids of lost keys: `['2026a']`. The gateway refuses a database that was written with a key that `dataKeys` lacks, unless the key is
   * listed here. A listed key is given up for good, for all replicas, and data of the key stays unreadable. Needs a new first key in
   * `dataKeys`.
   * @default none
   */
  dataKeysLost?: readonly string[]
  /** Accepted callback credentials. Pass several while you replace credentials. @default the callback credentials of `client` */
  callbackCredentials?: CallbackCredential | readonly CallbackCredential[]
  /** Handlers by event name. @default {} */
  on?: Handlers
  /** Other receivers of events. Each event is delivered at least once. @default [] */
  notifiers?: readonly Notifier[]
  /** Rules of the merchant, in place of the defaults of `Policy`. */
  policy?: Partial<Policy>
  /** Limits of refunds, and the amount above which a second person must approve. @default none */
  refundControls?: RefundControls
  /**
   * The payment methods that a payer may choose on your own page. Saved cards belong to one payer, so pass a function to offer saved cards.
   * The function is called on every status request of a payer and must be quick. A payment method that is left out is not offered; an
   * unknown field or a wrong value is refused.
   * @default no banks, no saved cards, no card form, no collect requests
   */
  paymentMethods?: OfferedPaymentMethods | ((order: Order) => OfferedPaymentMethods | Promise<OfferedPaymentMethods>)
  /**
   * Start of the order ids that the gateway makes: 1 to 20 letters, digits, `_` or `-`. Shops on one account of the provider share all
   * order ids. Give each shop its own prefix, and start the ids that you choose with this prefix too.
   * @default 'o-'
   */
  orderIdPrefix?: string
  /** Mount path of `fetch` when the framework leaves this path in the URL: `/payments`. @default '' */
  path?: string
  /** Bills payers regularly by UPI AutoPay. Pass the result of `subscriptions()` of `@galla/gateway/subscriptions`. @default none */
  subscriptions?: SubscriptionsOption
  /** Settings of the console. @default none: `admin.fetch` answers 404 */
  console?: ConsoleSettings
  /** Settings of the merchant API. @default none: `merchant.fetch` answers 404 */
  merchant?: MerchantSettings
  /** Receives log lines. Pass the result of `jsonLog()`, for example. @default silent */
  log?: Log
  /** Creates spans. Pass the result of `otelTracing()` of `@galla/gateway/otel`, for example. @default none */
  tracing?: Tracing
  /**
   * Time source for tests. The gateway does not correct this clock.
   * @default the database's clock, which the gateway reads every ten seconds
   */
  clock?: Clock
}

/** Compared with the interface: a missing or an extra name is a type error. */
const OPTION_NAMES = Object.keys({
  environment: true,
  clientId: true,
  clientSecret: true,
  clientVersion: true,
  client: true,
  database: true,
  hostsWithoutTls: true,
  migrate: true,
  dataKeys: true,
  dataKeysLost: true,
  callbackCredentials: true,
  on: true,
  notifiers: true,
  policy: true,
  refundControls: true,
  paymentMethods: true,
  orderIdPrefix: true,
  path: true,
  subscriptions: true,
  console: true,
  merchant: true,
  log: true,
  tracing: true,
  clock: true,
} satisfies { [Name in keyof Required<GatewaySettings>]: true })

const MERCHANT_NAMES = Object.keys({ keys: true, hosts: true, path: true, trustedProxies: true } satisfies {
  [Name in keyof Required<MerchantSettings>]: true
})

/** A day: a handler keeps its connection, and PostgreSQL's time limits end at 24 days. Milliseconds. */
const MAX_HANDLER_MS = 86_400_000

/**
 * Validates the options and completes the policy.
 * @throws GatewayError INVALID_OPTION, before anything is opened.
 */
export function normalizeOptions(settings: GatewaySettings): Policy {
  if (typeof settings !== 'object' || settings === null)
    throw invalidOption(
      'settings',
      'must be an object: createGateway({ environment, clientId, clientSecret, database })',
    )
  checkNames(settings, OPTION_NAMES, 'option')
  checkShapes(settings)
  for (const check of CHECKS) check(settings)
  return { ...DEFAULT_POLICY, ...settings.policy }
}

/** In this order, each for one option or for options that belong together. The shapes of all were checked before. */
const CHECKS: readonly ((settings: GatewaySettings) => void)[] = [
  checkHosts,
  ({ notifiers = [], hostsWithoutTls }) => checkNotifiers(notifiers, hostsWithoutTls),
  checkDatabase,
  checkDataKeys,
  checkLostKeys,
  checkHandlers,
  ({ console: settings, hostsWithoutTls }) => settings && checkConsole(settings, hostsWithoutTls),
  checkMerchant,
  checkProvider,
  ({ client }) => client !== undefined && typeof client !== 'function' && checkClient(client),
  ({ path = '' }) => checkMountPath(path, 'path'),
  checkPaymentMethods,
  checkPolicy,
  ({ refundControls = {} }) => checkRefundControls(refundControls),
]

function checkHosts({ hostsWithoutTls, environment }: GatewaySettings): void {
  const problem = hostsWithoutTlsProblem(hostsWithoutTls, environment)
  if (problem !== undefined) throw invalidOption('hostsWithoutTls', problem)
}

function checkDatabase({ database, hostsWithoutTls }: GatewaySettings): void {
  if (typeof database === 'string' ? database === '' : typeof database !== 'object' || database === null)
    throw invalidOption('database', 'must be a folder, a postgres:// URL or an object of pg connection settings')
  const [, scheme] = typeof database === 'string' ? (/^([a-z][a-z0-9+.-]*):\/\//i.exec(database) ?? []) : []
  if (scheme !== undefined && !/^postgres(?:ql)?$/.test(scheme))
    throw invalidOption(
      'database',
      `must be a folder or a postgres:// URL; ${scheme}:// is another kind of server. The gateway needs PostgreSQL 15 or later`,
    )
  checkDatabaseOption(database, hostsWithoutTls)
}

function checkDataKeys({ dataKeys }: GatewaySettings): void {
  const problem = dataKeys && dataKeysComplaint(dataKeys)
  if (problem !== undefined) throw invalidOption('dataKeys', problem)
}

function checkHandlers({ on = {} }: GatewaySettings): void {
  checkNames(on, EVENT_NAMES, 'event', 'on.')
  for (const [name, handler] of Object.entries(on))
    if (handler !== undefined && typeof handler !== 'function')
      throw invalidOption(`on['${name}']`, 'must be a function')
}

function checkMerchant({ merchant }: GatewaySettings): void {
  if (!merchant) return
  checkNames(merchant, MERCHANT_NAMES, 'option', 'merchant.')
  const { keys, hosts } = merchant
  if (typeof keys !== 'string' && !Array.isArray(keys))
    throw invalidOption('merchant.keys', 'must be a string or an array of strings')
  if (hosts !== undefined && !Array.isArray(hosts))
    throw invalidOption('merchant.hosts', 'must be an array of host names')
}

function checkProvider({ environment, clientId, clientSecret, console: settings }: GatewaySettings): void {
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION')
    throw invalidOption('environment', `must be 'SANDBOX' or 'PRODUCTION'; got ${JSON.stringify(environment)}`)
  const providerUrl = settings?.providerUrl
  const isHere = providerUrl && URL.canParse(providerUrl) && staysHere(new URL(providerUrl).hostname)
  if (environment === 'PRODUCTION' && isHere)
    throw invalidOption('console.providerUrl', 'must not be on this machine in PRODUCTION: a sandbox moves no money')
  for (const [name, value] of Object.entries({ clientId, clientSecret }))
    if (typeof value !== 'string' || value === '') throw invalidOption(name, 'must be a non-empty string')
}

function checkPaymentMethods({ paymentMethods }: GatewaySettings): void {
  if (paymentMethods !== undefined && typeof paymentMethods !== 'function')
    asOption('paymentMethods', () => completePaymentMethods(paymentMethods))
}

function checkLostKeys({ dataKeys = [], dataKeysLost }: GatewaySettings): void {
  if (dataKeysLost === undefined) return
  const isId = (id: unknown) => typeof id === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(id)
  if (!Array.isArray(dataKeysLost) || !dataKeysLost.every(isId))
    throw invalidOption('dataKeysLost', "must be the ids of keys, without their bytes: ['2026a']")
  if (dataKeysLost.length > 0 && dataKeys.length === 0)
    throw invalidOption(
      'dataKeysLost',
      'needs dataKeys: set a new key, because an encrypted database takes no personal data in clear',
    )
  const both = dataKeysLost.find((id) => dataKeys.some((key) => key.startsWith(`${id}:`)))
  if (both !== undefined)
    throw invalidOption('dataKeysLost', `names ${JSON.stringify(both)}, which is in dataKeys: remove one of them`)
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasMethods =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function')

/** A name, what its value must be, and the problem of one that is not. */
type Rule<Names> = readonly [Names, (value: unknown) => boolean, string]

/** Shapes of the options, checked before anything in them is looked at. */
const SHAPES: readonly Rule<keyof GatewaySettings>[] = [
  ['on', isObject, 'must be an object of handlers'],
  ['policy', isObject, 'must be an object'],
  ['notifiers', Array.isArray, 'must be an array of notifiers'],
  ['migrate', isBoolean, 'must be true or false'],
  ['dataKeys', Array.isArray, 'must be an array of strings'],
  ['clock', hasMethods('now'), 'must have a method now()'],
  ['orderIdPrefix', isOrderIdPrefix, 'must be 1 to 20 letters, digits, _ or -'],
  ['log', hasMethods('info', 'warn', 'error'), 'must have the methods info, warn and error, such as a logger of pino'],
  [
    'subscriptions',
    (value) => isObject(value) && 'parts' in value,
    'must be what subscriptions() of @galla/gateway/subscriptions returns',
  ],
  ['tracing', hasMethods('run'), 'must be what otelTracing() of @galla/gateway/otel returns'],
]

function checkShapes(settings: GatewaySettings): void {
  for (const [name, fits, problem] of SHAPES)
    if (settings[name] !== undefined && !fits(settings[name])) throw invalidOption(name, problem)
}

const isFrom = (least: number, value: unknown, most = Number.MAX_VALUE): boolean =>
  typeof value === 'number' && value >= least && value <= most

const isAbove0 = (value: unknown): boolean => isFrom(Number.MIN_VALUE, value)

/** The shortest period, in days. */
const days = (least: number) =>
  [
    (value: unknown) => Number.isInteger(value) && isFrom(least, value),
    `must be a whole number of days, ${least} or more`,
  ] as const

/** Shapes of the members of a policy. */
const POLICY: readonly Rule<keyof Policy>[] = [
  ['latePayment', (value) => value === 'fulfil' || value === 'refund', "must be 'fulfil' or 'refund'"],
  // A text such as 'false' never switches on that callbacks are believed without a question.
  ['trustHmacCallbacks', isBoolean, 'must be true or false'],
  [
    'providerHealthMs',
    (value) => Number.isInteger(value) && isFrom(0, value, 86_400_000),
    'must be a whole number of milliseconds, 0 to 86 400 000 (a day)',
  ],
  [
    'settlementBankDays',
    (value) => Number.isInteger(value) && isFrom(1, value, 30),
    'must be a whole number of bank days, 1 to 30',
  ],
  [
    'cardTestingAttempts',
    (value) => Number.isInteger(value) && isFrom(2, value, 1_000),
    'must be a whole number of attempts, 2 to 1000',
  ],
  [
    'handlerLimitMs',
    (value) => isAbove0(value) && isFrom(0, value, MAX_HANDLER_MS),
    `must be above 0 and at most ${MAX_HANDLER_MS} milliseconds`,
  ],
  ['unknownOrderGraceMs', (value) => isFrom(0, value), 'must be 0 or more milliseconds'],
  ['leaseMs', isAbove0, 'must be above 0 milliseconds'],
  ['erasePayerAfterDays', ...days(1)],
  ['keepCallsDays', ...days(1)],
  ['keepRefusedCallbacksDays', ...days(1)],
  // A trigger keeps ledger entries for eight years.
  ['keepRecordsDays', ...days(2_922)],
]

/** Undefined keeps for ever. */
const MAY_BE_UNDEFINED = new Set<keyof Policy>(['erasePayerAfterDays', 'keepRecordsDays'])

function checkPolicy({ policy = {} }: GatewaySettings): void {
  checkNames(policy, Object.keys(DEFAULT_POLICY), 'option', 'policy.')
  const complete: Policy = { ...DEFAULT_POLICY, ...policy }
  for (const [name, fits, problem] of POLICY) {
    const value = complete[name]
    if (value === undefined && MAY_BE_UNDEFINED.has(name)) continue
    if (!fits(value)) throw invalidOption(`policy.${name}`, problem)
  }
}

/** The default log: writes nothing. */
export const SILENT_LOG: Log = { info() {}, warn() {}, error() {} }
