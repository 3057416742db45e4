import { namesHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import {
  databaseHost,
  databaseTextProblem,
  isLocalDatabase,
  leavesWithoutTls,
  sslModeOf,
  UNVERIFIED_MODES,
} from '@galla/http-server/database-url'
import { invalidOption } from './errors.ts'
import { type DatabaseOption, isFolder } from './storage/pool.ts'

/** A `postgres://` URL of the option, as far as host and encryption are concerned; undefined for a folder. */
function urlOf(database: DatabaseOption): string | undefined {
  if (isFolder(database)) return undefined
  if (typeof database === 'string') return database
  const { connectionString, host = '' } = database
  return connectionString ?? `postgres:///?host=${encodeURIComponent(host)}`
}

/**
 * Refuses a database on another machine without TLS. An application that passes pg's options can set `ssl: false` for a network of their own.
 * @throws Error naming the option, never its value, which holds a password
 */
export function checkDatabaseOption(database: DatabaseOption, hostsWithoutTls: readonly string[] = []): void {
  const problem = typeof database === 'string' ? databaseTextProblem(database) : undefined
  if (problem !== undefined) throw invalidOption('database', problem)
  const url = urlOf(database)
  if (url === undefined || (typeof database === 'object' && (database.ssl === false || database.ssl))) return
  if (leavesWithoutTls(url, (name) => namesHost(hostsWithoutTls, name)))
    throw invalidOption(
      'database',
      `is on another machine, so it needs TLS: add sslmode=verify-full to its URL. ${wayWithoutTls('', 'hostsWithoutTls')}`,
    )
}

/** Says that nobody verifies the server of a database on another machine; undefined where it is verified, or on this machine. */
export function databaseWarning(database: DatabaseOption): string | undefined {
  const url = urlOf(database)
  if (url === undefined || isLocalDatabase(databaseHost(url))) return undefined
  const ssl = typeof database === 'object' ? database.ssl : undefined
  const isUnverified =
    (typeof ssl === 'object' && ssl.rejectUnauthorized === false) || UNVERIFIED_MODES.has(sslModeOf(url))
  return isUnverified
    ? 'The connection to the database does not verify the server: anybody on the network path can pretend to be the server. Set sslmode=verify-full, with sslrootcert for your own CA'
    : undefined
}
