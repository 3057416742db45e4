import { setTimeout as pause } from 'node:timers/promises'
import { type ClientBase, Pool, type PoolConfig, types } from 'pg'

/** A folder (embedded PostgreSQL), a `postgres://` address, or the options of `new Pool()` of `pg`. */
export type DatabaseOption = string | PoolConfig

export interface OpenedDatabase {
  readonly config: PoolConfig
  close(): Promise<void>
}

/**
 * Resolves the database option and starts the embedded PostgreSQL for a folder.
 * @throws Error when a folder is given and @galla/postgres is not installed.
 */
export async function openDatabase(database: DatabaseOption): Promise<OpenedDatabase> {
  if (typeof database !== 'string') return { config: database, close: async () => {} }
  if (/^postgres(?:ql)?:\/\//.test(database)) {
    return { config: { connectionString: database }, close: async () => {} }
  }
  const { startPostgres } = await import('@galla/postgres').catch((cause: unknown) => {
    throw new Error(
      `database ${JSON.stringify(database)} is a folder, which needs the package @galla/postgres: install it, or configure a postgres:// address`,
      { cause },
    )
  })
  const server = await startPostgres({ folder: database })
  return { config: server.connection, close: () => server.stop().then(() => undefined) }
}

/** OID of bigint. */
const INT8 = 20

/** Reads a bigint as a safe integer. Throws beyond 2^53 − 1, so that no amount is ever rounded. */
function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is beyond 2^53 - 1`)
  return value
}

/** Type parsers of the gateway's pools. The driver's global parsers stay as they are, because the merchant may use them. */
const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? readInt8
      : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}

/** The gateway's pool. */
export function openPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  return withErrorHandler(
    new Pool({ max: 20, connectionTimeoutMillis: 10_000, ...config, types: typeParsers }),
    onError,
  )
}

/** Connections of the job engine; it listens on one of them. */
const JOB_CONNECTIONS = 8

/** The job engine's pool. A lost or repeated job changes nothing, so its commits do not wait for the disk. */
export function openJobPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const onConnect = (client: ClientBase) => client.query('set synchronous_commit to off')
  return withErrorHandler(new Pool({ max: JOB_CONNECTIONS, ...config, onConnect }), onError)
}

/** Handles the errors of idle and busy connections: a lost server fails the next query and never ends the process. */
export function withErrorHandler(pool: Pool, onError: (error: Error) => void): Pool {
  return pool.on('error', onError).on('connect', (client) => {
    client.on('error', onError)
  })
}

/** Maximum wait for a server that recovers after a crash. Milliseconds. */
const TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 100

/** SQLSTATE `cannot_connect_now`: the server starts, recovers or shuts down. */
const CANNOT_CONNECT_NOW = '57P03'

/** Waits while the server reports `cannot_connect_now`; throws any other error at once. */
export async function waitUntilReady(pool: Pick<Pool, 'query'>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== CANNOT_CONNECT_NOW || performance.now() > deadline) throw error
    }
    await pause(RETRY_DELAY_MS)
  }
}
