import { leavesWithoutTls } from '@galla/http-server/database-url'
import { type Defined, defined } from '../defined.ts'
import { type CliError, usageError } from '../io.ts'
import { checkUrl } from './check-url.ts'
import { type Environment, type ReadFile, type ReadVariables, readVariables, tryRead } from './read-variables.ts'
import { listOf, rolesByValue } from './value-checks.ts'
import { textsOf } from './value-text.ts'

/** Sign-in to the console with an OpenID Connect provider. */
export type OidcConfig = Defined<{
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly label: string | undefined
  readonly roles: { readonly claim: string; readonly values: { readonly [value: string]: OidcRole } } | undefined
}>

type OidcRole = 'viewer' | 'support' | 'developer' | 'finance' | 'admin'

/** Configuration of `galla gateway`. */
export type GatewayConfig = Defined<{
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
  readonly orderIdPrefix: string
  readonly providerUrl: string | undefined
  readonly outgoingProxy: string | undefined
  readonly database: string
  readonly hostsWithoutTls: readonly string[] | undefined
  readonly migrate: boolean
  readonly dataKeys: readonly string[] | undefined
  readonly dataKeysLost: readonly string[] | undefined
  readonly callbackCredentials: ({ username: string; password: string } | { secretKey: string; keyId?: string })[]
  readonly consolePassword: string | undefined
  readonly consoleUrl: string | undefined
  readonly securityContacts: readonly string[] | undefined
  readonly stepUpAfterMs: number | undefined
  readonly trustedProxies: readonly string[] | undefined
  readonly consoleNetworks: readonly string[] | undefined
  readonly oidc: OidcConfig | undefined
  readonly callbackUrl: string | undefined
  readonly merchantName: string | undefined
  readonly merchant: { readonly keys: readonly string[]; readonly hosts: readonly string[] } | undefined
  readonly notify: { readonly url: string; readonly secret: readonly string[] } | undefined
  readonly handlers: string | undefined
  readonly latePayment: 'refund' | 'fulfil'
  readonly refundControls: {
    readonly approvalAbove?: number
    readonly programApprovalAbove?: number
    readonly dailyLimits?: { readonly [requester: string]: number }
    readonly approvalHours: number
    readonly samePersonDays: number
  }
  /** The policy of subscriptions; undefined: they are off. */
  readonly subscriptions:
    | { readonly noticeMs?: number; readonly retryAfterDays?: readonly number[]; readonly maxInFlight?: number }
    | undefined
  readonly host: string
  readonly port: number
  /** In place of host and port. */
  readonly socket: string | undefined
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}>

/** The configuration, or what is wrong with the variables. */
export type ReadEnvironment = Pick<ReadVariables, 'values' | 'warnings'> &
  (
    | { readonly config: GatewayConfig; readonly problems: [] }
    | { readonly config?: undefined; readonly problems: string[] }
  )

/** Reads and validates the environment. Returns all problems at once, never with the value of a secret. */
export function readGatewayEnvironment(given: Environment, readFile: ReadFile): ReadEnvironment {
  const { values, problems, warnings } = readVariables(given, readFile)
  const env = textsOf(given)
  const handlers = values.get('GALLA_HANDLERS')
  if (handlers !== undefined && tryRead(handlers, readFile) === undefined) {
    problems.push(`GALLA_HANDLERS names a file that cannot be read: ${handlers}`)
  }
  if (values.has('GALLA_OIDC_ISSUER') && !values.has('GALLA_CONSOLE_PASSWORD'))
    problems.push('GALLA_OIDC_ISSUER has no effect without GALLA_CONSOLE_PASSWORD: set both, or neither')
  if (!values.has('GALLA_CALLBACK_USERNAME') && !values.has('GALLA_CALLBACK_SECRET_KEY')) {
    problems.push(
      'The callback credentials are missing: set GALLA_CALLBACK_USERNAME and GALLA_CALLBACK_PASSWORD, or GALLA_CALLBACK_SECRET_KEY',
    )
  }
  if (values.get('GALLA_ENVIRONMENT') === 'PRODUCTION' && env.GALLA_SANDBOX)
    problems.push('GALLA_SANDBOX is set in PRODUCTION, where nothing may redirect calls to a sandbox: remove it')
  problems.push(...socketProblems(values, env))
  const read = { values, warnings }
  return problems.length > 0 ? { ...read, problems } : { ...read, config: configOf(values), problems: [] }
}

/** Returns the variables that contradict a Unix socket. The defaults of host and port do not. */
function socketProblems(values: ReadonlyMap<string, string>, env: Environment): string[] {
  if (!values.has('GALLA_SOCKET')) return []
  const others = ['GALLA_HOST', 'GALLA_PORT'].filter((name) => env[name])
  const problems = others.map((name) => `GALLA_SOCKET and ${name} are both set: remove one`)
  // Who connects to a proxy is not known from the socket, so the console cannot answer this machine only.
  if (values.has('GALLA_CONSOLE_PASSWORD') && !/^https:/i.test(values.get('GALLA_CONSOLE_URL') ?? ''))
    problems.push('GALLA_CONSOLE_PASSWORD needs GALLA_CONSOLE_URL, an https URL, where GALLA_SOCKET is set')
  return problems
}

/** Two of a kind while one is replaced. A second password without a user name of its own has the first one's. */
function callbackCredentialsOf(values: ReadonlyMap<string, string>): GatewayConfig['callbackCredentials'] {
  const pair = (suffix: string) => {
    const username = values.get(`GALLA_CALLBACK_USERNAME${suffix}`) ?? values.get('GALLA_CALLBACK_USERNAME') ?? ''
    const password = values.get(`GALLA_CALLBACK_PASSWORD${suffix}`)
    return password === undefined ? [] : [{ username, password }]
  }
  const key = (suffix: string) => {
    const secretKey = values.get(`GALLA_CALLBACK_SECRET_KEY${suffix}`)
    return secretKey === undefined ? [] : [defined({ secretKey, keyId: values.get(`GALLA_CALLBACK_KEY_ID${suffix}`) })]
  }
  return [...pair(''), ...pair('_2'), ...key(''), ...key('_2')]
}

/** The error of a command for all problems, with the section of the documentation. */
export const environmentError = (problems: readonly string[]): CliError =>
  usageError(`the environment is not valid:\n  ${problems.join('\n  ')}\n  ${checkUrl('variables')}`)

/** The database of `galla gateway migrate`, which needs no other variable but for a host without TLS. Unknown variables are refused here too: it may be a typo. */
export function readDatabaseVariable(env: Environment, readFile: ReadFile): { database: string; problems: string[] } {
  const { values, problems } = readVariables(env, readFile, ['GALLA_DATABASE', 'GALLA_HOSTS_WITHOUT_TLS'])
  return { database: values.get('GALLA_DATABASE') ?? '', problems }
}

/** The database for functions that know no environment. The variables were checked: a host without TLS is one that they allow. */
export const withoutTlsAsAllowed = (database: string): string | { connectionString: string; ssl: false } =>
  /^postgres(?:ql)?:/.test(database) && leavesWithoutTls(database)
    ? { connectionString: database, ssl: false }
    : database

/** Builds the configuration from validated values. */
function configOf(values: ReadonlyMap<string, string>): GatewayConfig {
  const text = (name: string) => values.get(name) ?? ''
  const ifSet = <Value>(name: string, value: Value): Value | undefined => (values.has(name) ? value : undefined)
  /** A value, and the one that replaces it or is replaced by it. */
  const both = (name: string) => [name, `${name}_2`].flatMap((one) => values.get(one) ?? [])
  const amount = (name: string) => ifSet(name, Number(text(name)))
  return defined({
    environment: text('GALLA_ENVIRONMENT') as GatewayConfig['environment'],
    clientId: text('GALLA_CLIENT_ID'),
    clientSecret: text('GALLA_CLIENT_SECRET'),
    clientVersion: text('GALLA_CLIENT_VERSION'),
    orderIdPrefix: text('GALLA_ORDER_ID_PREFIX'),
    providerUrl: values.get('GALLA_PROVIDER_URL'),
    outgoingProxy: values.get('GALLA_OUTGOING_PROXY'),
    database: text('GALLA_DATABASE'),
    hostsWithoutTls: ifSet('GALLA_HOSTS_WITHOUT_TLS', listOf(text('GALLA_HOSTS_WITHOUT_TLS'))),
    migrate: text('GALLA_MIGRATE') === 'true',
    dataKeys: ifSet('GALLA_DATA_KEYS', listOf(text('GALLA_DATA_KEYS'))),
    dataKeysLost: ifSet('GALLA_DATA_KEYS_LOST', listOf(text('GALLA_DATA_KEYS_LOST'))),
    callbackCredentials: callbackCredentialsOf(values),
    consolePassword: values.get('GALLA_CONSOLE_PASSWORD'),
    consoleUrl: values.get('GALLA_CONSOLE_URL'),
    stepUpAfterMs: ifSet('GALLA_CONSOLE_PROOF_MINUTES', Number(text('GALLA_CONSOLE_PROOF_MINUTES')) * 60_000),
    consoleNetworks: ifSet('GALLA_CONSOLE_NETWORKS', listOf(text('GALLA_CONSOLE_NETWORKS'))),
    trustedProxies: ifSet('GALLA_TRUSTED_PROXIES', listOf(text('GALLA_TRUSTED_PROXIES'))),
    oidc: ifSet('GALLA_OIDC_ISSUER', oidcOf(values)),
    callbackUrl: values.get('GALLA_CALLBACK_URL'),
    merchantName: values.get('GALLA_MERCHANT_NAME'),
    merchant: ifSet('GALLA_MERCHANT_KEY', {
      keys: both('GALLA_MERCHANT_KEY'),
      hosts: listOf(text('GALLA_MERCHANT_HOSTS')),
    }),
    securityContacts: ifSet('GALLA_SECURITY_CONTACT', listOf(text('GALLA_SECURITY_CONTACT'))),
    notify: ifSet('GALLA_NOTIFY_URL', { url: text('GALLA_NOTIFY_URL'), secret: both('GALLA_NOTIFY_SECRET') }),
    handlers: values.get('GALLA_HANDLERS'),
    latePayment: text('GALLA_LATE_PAYMENT') as GatewayConfig['latePayment'],
    refundControls: defined({
      approvalAbove: amount('GALLA_REFUND_APPROVAL_ABOVE'),
      programApprovalAbove: amount('GALLA_REFUND_PROGRAM_ABOVE'),
      dailyLimits: ifSet('GALLA_REFUND_DAILY_LIMITS', amountsOf(text('GALLA_REFUND_DAILY_LIMITS'))),
      approvalHours: Number(text('GALLA_REFUND_APPROVAL_HOURS')),
      samePersonDays: Number(text('GALLA_REFUND_SAME_PERSON_DAYS')),
    }),
    subscriptions: text('GALLA_SUBSCRIPTIONS') === 'true' ? subscriptionsOf(values) : undefined,
    host: text('GALLA_HOST'),
    port: Number(text('GALLA_PORT')),
    socket: values.get('GALLA_SOCKET'),
    logLevel: text('GALLA_LOG_LEVEL') as GatewayConfig['logLevel'],
  })
}

function subscriptionsOf(values: ReadonlyMap<string, string>): NonNullable<GatewayConfig['subscriptions']> {
  const hours = values.get('GALLA_BILLING_NOTICE_HOURS')
  const days = values.get('GALLA_BILLING_RETRY_DAYS')
  const most = values.get('GALLA_BILLING_MAX_IN_FLIGHT')
  return defined({
    noticeMs: hours === undefined ? undefined : Number(hours) * 3_600_000,
    retryAfterDays: days === undefined ? undefined : listOf(days).map(Number),
    maxInFlight: most === undefined ? undefined : Number(most),
  })
}

function oidcOf(values: ReadonlyMap<string, string>): OidcConfig {
  const roles = values.get('GALLA_OIDC_ROLES')
  return defined({
    issuer: values.get('GALLA_OIDC_ISSUER') ?? '',
    clientId: values.get('GALLA_OIDC_CLIENT_ID') ?? '',
    clientSecret: values.get('GALLA_OIDC_CLIENT_SECRET') ?? '',
    label: values.get('GALLA_OIDC_LABEL'),
    roles: roles === undefined ? undefined : rolesOf(roles),
  })
}

function rolesOf(value: string): NonNullable<OidcConfig['roles']> {
  const { claim, values } = rolesByValue(value)
  return { claim, values: Object.fromEntries(values) as { [value: string]: OidcRole } }
}

/** `finance=5000000,admin=20000000` */
const amountsOf = (value: string): { [requester: string]: number } =>
  Object.fromEntries(listOf(value).map((entry) => [entry.split('=')[0], Number(entry.split('=')[1])]))
