import { staysHere } from './loopback.ts'

/** Variables with which the driver fills in what a URL leaves out: `PGHOST` and `PGSSLMODE`. */
type Environment = { readonly [name: string]: string | undefined }

const TLS_MODES = new Set(['require', 'verify-ca', 'verify-full', 'no-verify'])

/** In place of a missing host: `postgres://user@/database?host=/folder` is not a valid URL. */
const NO_HOST = 'host.invalid'

const parse = (databaseUrl: string): URL | undefined => {
  const text = databaseUrl.replace('@/', `@${NO_HOST}/`)
  return URL.canParse(text) ? new URL(text) : undefined
}

/** The last value of a parameter: the driver reads that one. */
const lastOf = ({ searchParams }: URL, name: string): string | undefined => searchParams.getAll(name).at(-1)

function hostIn(url: URL, env: Environment): string {
  const hostname = url.hostname === NO_HOST ? '' : decodeURIComponent(url.hostname)
  return lastOf(url, 'host') || hostname || env.PGHOST || ''
}

/** The host to which the driver connects with a `postgres://` URL; empty for the local socket. */
export function databaseHost(databaseUrl: string, env: Environment = process.env): string {
  const url = parse(databaseUrl)
  return url === undefined ? '' : hostIn(url, env)
}

/** Returns whether a connection to a host of a database stays on this machine: a socket, or an address of this machine. */
export const isLocalDatabase = (host: string): boolean => host === '' || host.startsWith('/') || staysHere(host)

/**
 * Returns whether a connection to a `postgres://` URL would leave this machine without TLS. Unix sockets stay.
 * @param isAllowed Hosts that need no TLS. @default none
 */
export function leavesWithoutTls(
  databaseUrl: string,
  isAllowed: (host: string) => boolean = () => false,
  env: Environment = process.env,
): boolean {
  const url = parse(databaseUrl)
  if (url === undefined) return true
  const host = hostIn(url, env)
  if (isLocalDatabase(host) || isAllowed(host)) return false
  const ssl = lastOf(url, 'ssl')
  const mode = lastOf(url, 'sslmode') ?? (ssl === undefined ? env.PGSSLMODE : undefined) ?? ''
  return mode === 'disable' || !(TLS_MODES.has(mode) || ssl === 'true' || ssl === '1')
}

/** The `sslmode` with which the driver connects to a `postgres://` URL; `verify-full` where it verifies without one. */
export function sslModeOf(databaseUrl: string, env: Environment = process.env): string {
  const params = new URLSearchParams(databaseUrl.split('?')[1])
  const mode = params.getAll('sslmode').at(-1)
  if (params.getAll('uselibpqcompat').at(-1) === 'true' && mode !== 'verify-full') return 'no-verify'
  return mode ?? (params.has('ssl') ? undefined : env.PGSSLMODE) ?? 'verify-full'
}

/** Modes that encrypt a connection, or may, and do not verify who answers. */
export const UNVERIFIED_MODES: ReadonlySet<string> = new Set(['no-verify', 'prefer', 'allow'])

const URL_OF_SERVER = /^postgres(?:ql)?:\/\//
/** Another scheme, the `key=value` form of libpq, or a password before a host. */
const OTHER_FORM = /:\/\/|(?:^|\s)(?:host|hostaddr|port|user|password|dbname|service)\s*=|:[^/]*@/i

/** Says why a text is neither a `postgres://` URL nor a folder; undefined for both. The text may hold a password. */
export const databaseTextProblem = (text: string): string | undefined =>
  !URL_OF_SERVER.test(text) && OTHER_FORM.test(text)
    ? 'must be a folder, or a URL such as postgres://user:password@host/database'
    : undefined
