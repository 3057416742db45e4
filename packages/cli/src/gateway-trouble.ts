import type { GatewayConfig } from './gateway-environment.ts'

/** What a database, or the way to it, says; its own words come after. */
const DATABASE: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'the line broke',
  '28P01': 'it does not accept this user and password',
  '28000': 'it does not let this user in',
  '3D000': 'there is no such database',
  '42501': 'this user may not make tables there',
}

const LISTENING = new Set(['EACCES', 'EADDRNOTAVAIL', 'EADDRINUSE'])

/** Why the server did not start: one sentence with the variable that mends it, where one does. */
export function troubleOf(error: unknown, { host, port }: GatewayConfig): string {
  const code = codeOf(error)
  const says = error instanceof Error ? error.message : String(error)
  if (LISTENING.has(code) || isLookupOf(host, error))
    return `GALLA_HOST, GALLA_PORT: it cannot listen on ${host}, port ${port}. ${says}`
  const why = Object.hasOwn(DATABASE, code) ? DATABASE[code] : undefined
  return why === undefined ? says : `GALLA_DATABASE: the database cannot be opened: ${why} (${code})`
}

function codeOf(error: unknown): string {
  const { code, errors, cause } = (error ?? {}) as { code?: unknown; errors?: unknown[]; cause?: unknown }
  if (typeof code === 'string') return code
  // Several addresses of one host were tried.
  const [first = cause] = Array.isArray(errors) ? errors : []
  return first === undefined ? '' : codeOf(first)
}

function isLookupOf(host: string, error: unknown): boolean {
  const { syscall, hostname } = (error ?? {}) as { syscall?: unknown; hostname?: unknown }
  return syscall === 'getaddrinfo' && hostname === host
}
