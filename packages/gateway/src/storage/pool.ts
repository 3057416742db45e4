import { type ClientBase, Pool, type PoolConfig, types } from 'pg'

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
