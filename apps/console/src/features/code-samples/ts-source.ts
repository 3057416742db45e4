import type { About } from '@galla/contract/gateway-api/console-routes'
import { ENVIRONMENT_HOSTS, type HostName } from '@galla/contract/provider/endpoints'

/** The environment that generated code calls: one of the provider's, or a local sandbox. */
export interface SampleTarget {
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  /** Base URL for all hosts. */
  readonly sandboxUrl?: string
}

export function sampleTarget({ environment, sandbox, providerHost }: About): SampleTarget {
  const known = environment === 'PRODUCTION' ? 'PRODUCTION' : 'SANDBOX'
  return sandbox ? { environment: known, sandboxUrl: `http://${providerHost}` } : { environment: known }
}

export function baseUrl({ environment, sandboxUrl }: SampleTarget, host: HostName): string {
  return sandboxUrl ?? ENVIRONMENT_HOSTS[environment][host]
}

/** Source that creates an SDK client. Credentials come from the environment, since code samples are shared; the sandbox takes any. */
export function clientCode({ environment, sandboxUrl }: SampleTarget): string {
  const hosts = sandboxUrl === undefined ? '' : `  hosts: ${tsLiteral(sandboxUrl)},\n`
  const isLocal = sandboxUrl !== undefined
  const comment = isLocal
    ? '// This sandbox accepts any credentials.\n// At the provider, set these variables to yours.'
    : '// Set these variables to your credentials.'
  return `${comment}
const galla = new Galla({
  clientId: process.env.GALLA_CLIENT_ID ?? '${isLocal ? 'any-id' : ''}',
  clientSecret: process.env.GALLA_CLIENT_SECRET ?? '${isLocal ? 'any-secret' : ''}',
  clientVersion: process.env.GALLA_CLIENT_VERSION ?? '1',
  environment: ${tsLiteral(environment)},
${hosts}})`
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
/** Longer literals are broken into lines. */
const MAX_LINE_LENGTH = 80

/** A value as a TypeScript literal. Strings are escaped, so that external text cannot leave its quotes. */
export function tsLiteral(value: unknown, indent = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const inner = isList
    ? value.map((one) => tsLiteral(one, indent + 2))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${propertyName(name)}: ${tsLiteral(one, indent + 2)}`)
  const [open, close, gap] = isList ? ['[', ']', ''] : ['{', '}', ' ']
  if (inner.length === 0) return open + close
  const line = `${open}${gap}${inner.join(', ')}${gap}${close}`
  if (indent + line.length <= MAX_LINE_LENGTH && !line.includes('\n')) return line
  const pad = ' '.repeat(indent + 2)
  return `${open}\n${inner.map((one) => `${pad}${one},\n`).join('')}${' '.repeat(indent)}${close}`
}

/** A property name, quoted where it is not an identifier. */
export function propertyName(name: string): string {
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
