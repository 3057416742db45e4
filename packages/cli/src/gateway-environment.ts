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
  readonly handlers?: string
  readonly lateSuccess: 'refund' | 'fulfil'
  readonly host: string
  readonly port: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

type Environment = { readonly [name: string]: string | undefined }

/** Belong to other commands, and may be set all the same. */
const OTHERS = new Set(['GALLA_SANDBOX'])

/** Reads all of it, and gives every problem at once: whoever mends a server wants to mend it once. */
export function readGatewayEnvironment(
  env: Environment,
  readFile: (path: string) => string,
): { config: GatewayConfig; problems: [] } | { config?: undefined; problems: string[] } {
  const problems: string[] = []
  const given = new Map<string, string>()
  const known = new Set(OTHERS)

  for (const variable of GATEWAY_VARIABLES) {
    const { name, required, secret } = variable
    known.add(name)
    const file = secret ? env[`${name}_FILE`] : undefined
    if (secret) known.add(`${name}_FILE`)
    const direct = env[name]
    if (file !== undefined && direct !== undefined) problems.push(`${name} and ${name}_FILE are both set: keep one`)
    const value =
      direct ?? (file === undefined ? undefined : fromFile(name, file, readFile, problems)) ?? variable.default
    if (value !== undefined && value !== '') given.set(name, value)
    else if (required) problems.push(`${name} is missing: ${variable.says}`)
  }
  for (const name of Object.keys(env)) {
    if (name.startsWith('GALLA_') && !known.has(name)) problems.push(`${name} is no setting: see galla help gateway`)
  }

  const text = (name: string) => given.get(name) ?? ''
  const choice = <Word extends string>(name: string, words: readonly Word[]): Word => {
    const found = words.find((word) => word === given.get(name))
    if (!found && given.has(name)) problems.push(`${name} must be ${words.join(' or ')}; got '${text(name)}'`)
    return found ?? (words[0] as Word)
  }
  const address = (name: string) => {
    const value = given.get(name)
    if (value !== undefined && !/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) {
      problems.push(`${name} must be a whole http or https address; got '${value}'`)
    }
    return value
  }
  const together = (one: string, other: string): boolean => {
    if (given.has(one) !== given.has(other)) problems.push(`${one} and ${other} come together`)
    return given.has(one)
  }

  const [username, password] = ['GALLA_CALLBACK_USERNAME', 'GALLA_CALLBACK_PASSWORD'] as const
  const keyId = given.get('GALLA_CALLBACK_KEY_ID')
  const credentials: GatewayConfig['credentials'] = []
  if (together(username, password)) credentials.push({ username: text(username), password: text(password) })
  if (given.has('GALLA_CALLBACK_SECRET_KEY')) {
    credentials.push({ secretKey: text('GALLA_CALLBACK_SECRET_KEY'), ...(keyId === undefined ? {} : { keyId }) })
  } else if (keyId !== undefined)
    problems.push('GALLA_CALLBACK_KEY_ID names a key: GALLA_CALLBACK_SECRET_KEY is missing')
  if (credentials.length === 0) {
    problems.push(`Callbacks have no secret: set ${username} and ${password}, or GALLA_CALLBACK_SECRET_KEY`)
  }
  const port = Number(text('GALLA_PORT'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`GALLA_PORT must be a whole number from 0 to 65535; got '${text('GALLA_PORT')}'`)
  }
  const consolePassword = given.get('GALLA_CONSOLE_PASSWORD')
  if (consolePassword !== undefined && consolePassword.length < 12) {
    problems.push('GALLA_CONSOLE_PASSWORD must have 12 characters or more')
  }

  const config: GatewayConfig = {
    environment: choice('GALLA_ENVIRONMENT', ['SANDBOX', 'PRODUCTION']),
    clientId: text('GALLA_CLIENT_ID'),
    clientSecret: text('GALLA_CLIENT_SECRET'),
    clientVersion: text('GALLA_CLIENT_VERSION'),
    database: text('GALLA_DATABASE'),
    credentials,
    lateSuccess: choice('GALLA_LATE_SUCCESS', ['refund', 'fulfil']),
    host: text('GALLA_HOST'),
    port,
    logLevel: choice('GALLA_LOG_LEVEL', ['info', 'debug', 'warn', 'error', 'silent']),
    ...present({
      providerUrl: address('GALLA_PROVIDER_URL'),
      consolePassword,
      consoleUrl: address('GALLA_CONSOLE_URL'),
    }),
    ...present({ callbackUrl: address('GALLA_CALLBACK_URL'), handlers: given.get('GALLA_HANDLERS') }),
  }
  return problems.length > 0 ? { problems } : { config, problems: [] }
}

function fromFile(name: string, path: string, readFile: (path: string) => string, problems: string[]) {
  try {
    return readFile(path).replace(/\r?\n$/, '')
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read: ${path}`)
    return undefined
  }
}

function present<Shape extends object>(shape: Shape): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]?: Exclude<Shape[Key], undefined>
  }
}
