import { listOf } from './gateway-checks.ts'
import { GATEWAY_VARIABLES } from './words/gateway-variables.ts'

/** `galla gateway`, as its environment says. */
export interface GatewayConfig {
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
  readonly providerUrl?: string
  readonly database: string
  readonly credentials: ({ username: string; password: string } | { secretKey: string; keyId?: string })[]
  readonly consolePassword?: string
  readonly consoleUrl?: string
  readonly callbackUrl?: string
  readonly merchant?: { readonly keys: readonly string[]; readonly hosts: readonly string[] }
  readonly notify?: { readonly url: string; readonly secret: string }
  readonly handlers?: string
  readonly latePayment: 'refund' | 'fulfil'
  readonly host: string
  readonly port: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

type Environment = { readonly [name: string]: string | undefined }
type ReadFile = (path: string) => string

/** Belong to other commands, and may be set all the same. */
const OTHERS = ['GALLA_SANDBOX']

/** Reads all of it, and gives every problem at once: whoever mends a server wants to mend it once. */
export function readGatewayEnvironment(
  env: Environment,
  readFile: ReadFile,
): { config: GatewayConfig; problems: [] } | { config?: undefined; problems: string[] } {
  const { given, problems } = readVariables(env, readFile)
  const handlers = given.get('GALLA_HANDLERS')
  if (handlers !== undefined && !canBeRead(handlers, readFile)) {
    problems.push(`GALLA_HANDLERS names a file that cannot be read: ${handlers}`)
  }
  if (!given.has('GALLA_CALLBACK_USERNAME') && !given.has('GALLA_CALLBACK_SECRET_KEY')) {
    problems.push(
      'Callbacks have no secret: set GALLA_CALLBACK_USERNAME and GALLA_CALLBACK_PASSWORD, or GALLA_CALLBACK_SECRET_KEY',
    )
  }
  return problems.length > 0 ? { problems } : { config: configOf(given), problems: [] }
}

function readVariables(env: Environment, readFile: ReadFile) {
  const problems: string[] = []
  const given = new Map<string, string>()
  const known = new Set(OTHERS)
  for (const { name, required, secret, says, default: usual, check } of GATEWAY_VARIABLES) {
    known.add(name)
    const file = secret ? env[`${name}_FILE`] : undefined
    if (secret) known.add(`${name}_FILE`)
    if (file !== undefined && env[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: keep one`)
    const value = env[name] ?? (file === undefined ? undefined : fromFile(name, file, readFile, problems)) ?? usual
    if (value !== undefined && value !== '') {
      given.set(name, value)
      const wrong = check?.(value)
      if (wrong !== undefined) problems.push(`${name} ${wrong}${secret ? '' : `; got '${value}'`}`)
    } else if (required) problems.push(`${name} is missing: ${says}`)
  }
  for (const { name, needs } of GATEWAY_VARIABLES) {
    if (needs !== undefined && given.has(name) && !given.has(needs)) {
      problems.push(`${name} means nothing without ${needs}: set both, or neither`)
    }
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('GALLA_') && !known.has(name)) problems.push(`${name} is no setting: see galla help gateway`)
  }
  return { given, problems }
}

/** What was checked, in the shape that the server takes. */
function configOf(given: ReadonlyMap<string, string>): GatewayConfig {
  const text = (name: string) => given.get(name) ?? ''
  const whole = <Shape extends object>(name: string, shape: Shape): Shape | Record<string, never> =>
    given.has(name) ? shape : {}
  const keyId = given.get('GALLA_CALLBACK_KEY_ID')
  return {
    environment: text('GALLA_ENVIRONMENT') as GatewayConfig['environment'],
    clientId: text('GALLA_CLIENT_ID'),
    clientSecret: text('GALLA_CLIENT_SECRET'),
    clientVersion: text('GALLA_CLIENT_VERSION'),
    database: text('GALLA_DATABASE'),
    credentials: [
      ...(given.has('GALLA_CALLBACK_USERNAME')
        ? [{ username: text('GALLA_CALLBACK_USERNAME'), password: text('GALLA_CALLBACK_PASSWORD') }]
        : []),
      ...(given.has('GALLA_CALLBACK_SECRET_KEY')
        ? [{ secretKey: text('GALLA_CALLBACK_SECRET_KEY'), ...(keyId === undefined ? {} : { keyId }) }]
        : []),
    ],
    latePayment: text('GALLA_LATE_PAYMENT') as GatewayConfig['latePayment'],
    host: text('GALLA_HOST'),
    port: Number(text('GALLA_PORT')),
    logLevel: text('GALLA_LOG_LEVEL') as GatewayConfig['logLevel'],
    ...whole('GALLA_PROVIDER_URL', { providerUrl: text('GALLA_PROVIDER_URL') }),
    ...whole('GALLA_CONSOLE_PASSWORD', { consolePassword: text('GALLA_CONSOLE_PASSWORD') }),
    ...whole('GALLA_CONSOLE_URL', { consoleUrl: text('GALLA_CONSOLE_URL') }),
    ...whole('GALLA_CALLBACK_URL', { callbackUrl: text('GALLA_CALLBACK_URL') }),
    ...whole('GALLA_MERCHANT_KEY', {
      merchant: { keys: listOf(text('GALLA_MERCHANT_KEY')), hosts: listOf(text('GALLA_MERCHANT_HOSTS')) },
    }),
    ...whole('GALLA_NOTIFY_URL', { notify: { url: text('GALLA_NOTIFY_URL'), secret: text('GALLA_NOTIFY_SECRET') } }),
    ...whole('GALLA_HANDLERS', { handlers: text('GALLA_HANDLERS') }),
  }
}

function fromFile(name: string, path: string, readFile: ReadFile, problems: string[]): string | undefined {
  try {
    return readFile(path).replace(/\r?\n$/, '')
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read: ${path}`)
    return undefined
  }
}

function canBeRead(path: string, readFile: ReadFile): boolean {
  try {
    readFile(path)
    return true
  } catch {
    return false
  }
}
