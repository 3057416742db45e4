import { setTimeout as pause } from 'node:timers/promises'
import { type ClientBase, Pool, type PoolConfig, types } from 'pg'

/** A folder (an embedded PostgreSQL), a `postgres://` address, or what `new Pool()` of `pg` takes. */
export type DatabaseOption = string | PoolConfig

export interface OpenedDatabase {
  readonly config: PoolConfig
  close(): Promise<void>
}

/** @throws Error with both ways out when the embedded PostgreSQL is wanted and not installed. */
export async function openDatabase(database: DatabaseOption): Promise<OpenedDatabase> {
  if (typeof database !== 'string') return { config: database, close: async () => {} }
  if (/^postgres(?:ql)?:\/\//.test(database)) {
    return { config: { connectionString: database }, close: async () => {} }
  }
  const { startPostgres } = await import('@galla/postgres').catch((cause: unknown) => {
    throw new Error(
      `database ${JSON.stringify(database)} is a folder, which needs the package @galla/postgres: install it, or give a postgres:// address`,
      { cause },
    )
  })
  const server = await startPostgres({ folder: database })
  return { config: server.connection, close: () => server.stop().then(() => undefined) }
}

/** Object identifier of bigint in PostgreSQL's catalogue. */
const INT8 = 20

/** A bigint as the integer it is. Beyond 2^53 − 1 there is no amount and no time: refused, rather than rounded. */
function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is beyond 2^53 - 1`)
  return value
}

/** For this pool alone: the driver's global table belongs to the merchant's own queries. */
const own = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? readInt8
      : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
}

/** The gateway' own pool. */
export function openPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  return unbroken(new Pool({ max: 20, connectionTimeoutMillis: 10_000, ...config, types: own }), onError)
}

/** Connections that the job engine keeps beside ours: it listens on one. */
const JOB_CONNECTIONS = 8

/** The job engine's pool. A job that is lost or done twice changes nothing, so none of them waits for the disk. */
export function openJobPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const onConnect = (client: ClientBase) => client.query('set synchronous_commit to off')
  return unbroken(new Pool({ max: JOB_CONNECTIONS, ...config, onConnect }), onError)
}

/** A server that goes away is an error of the next query, never the end of the process: idle connections and busy ones. */
export function unbroken(pool: Pool, onError: (error: Error) => void): Pool {
  return pool.on('error', onError).on('connect', (client) => {
    client.on('error', onError)
  })
}

/** A server that recovers after a crash may need so long. Milliseconds. */
const TIMEOUT_MS = 60_000
const RETRY_DELAY_MS = 100

/** `cannot_connect_now`: it starts, recovers, or is about to stop. */
const NOT_YET = '57P03'

/** Waits for a server that says it will soon be there; any other trouble is thrown at once. */
export async function waitUntilReady(pool: Pick<Pool, 'query'>): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_YET || performance.now() > until) throw error
    }
    await pause(RETRY_DELAY_MS)
  }
}
