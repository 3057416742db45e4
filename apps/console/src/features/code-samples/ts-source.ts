import type { About } from '@galla/contract/gateway-api/console-routes'
import type { HostName } from '@galla/contract/provider/endpoints'

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
/** What a reader takes in at one look, in characters. */
const MOST_ON_A_LINE = 80

/** A value as TypeScript source, in this repository's style. Text that came from outside stays text: it cannot end its quotes. */
export function tsLiteral(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const inner = isList
    ? value.map((one) => tsLiteral(one, indent + 2))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${keyOf(name)}: ${tsLiteral(one, indent + 2)}`)
  const [open, close, gap] = isList ? ['[', ']', ''] : ['{', '}', ' ']
  if (inner.length === 0) return open + close
  const line = `${open}${gap}${inner.join(', ')}${gap}${close}`
  if (indent + line.length <= MOST_ON_A_LINE && !line.includes('\n')) return line
  const pad = ' '.repeat(indent + 2)
  return `${open}\n${inner.map((one) => `${pad}${one},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** A name as it stands before a colon. */
export function keyOf(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `'${inside}'`
}

/** Source that makes a client. Secrets come from the environment: a snippet is pasted into chats. */
export function clientCode({ environment, sandboxUrl }: Target): string {
  const hosts = sandboxUrl === undefined ? '' : `  hosts: ${tsLiteral(sandboxUrl)},\n`
  return `const galla = new Galla({
  clientId: process.env.GALLA_CLIENT_ID ?? '',
  clientSecret: process.env.GALLA_CLIENT_SECRET ?? '',
  clientVersion: process.env.GALLA_CLIENT_VERSION ?? '1',
  environment: ${tsLiteral(environment)},
${hosts}})`
}

/** Where a copied call goes: an environment of the provider's, or a sandbox on one address. */
export interface Target {
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  /** One address for every host. */
  readonly sandboxUrl?: string
}

export function targetOf({ environment, sandbox, providerHost }: About): Target {
  const known = environment === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX'
  return sandbox ? { environment: known, sandboxUrl: `http://${providerHost}` } : { environment: known }
}

/** provider-protocol §1.1. The sandbox takes no telemetry. */
const BASES: { readonly [Name in Target['environment']]: { readonly [Host in HostName]: string } } = {
  PRODUCTION: {
    pg: 'https://api.phonepe.com/apis/pg',
    cards: 'https://cards.phonepe.com/apis/pg',
    identity: 'https://api.phonepe.com/apis/identity-manager',
    events: 'https://api.phonepe.com/apis/pg-ingestion',
  },
  SANDBOX: {
    pg: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    cards: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    identity: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    events: 'http://localhost',
  },
}

export function baseOf({ environment, sandboxUrl }: Target, host: HostName): string {
  return sandboxUrl ?? BASES[environment][host]
}
