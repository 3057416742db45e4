import { setTimeout as pause } from 'node:timers/promises'
import { type ClientBase, Pool, type PoolClient, type PoolConfig, type QueryResult, types } from 'pg'
import { GatewayError } from '../errors.ts'
import { CheckedPool } from './checked-pool.ts'
import { closeIdleWhenSilent } from './silent-server.ts'

/** A folder (embedded PostgreSQL), a `postgres://` address, or the options of `new Pool()` of `pg`. */
export type DatabaseOption = string | PoolConfig

/** Any text that is no `postgres://` address. */
export function isFolder(database: DatabaseOption): database is string {
  return typeof database === 'string' && !/^postgres(?:ql)?:\/\//.test(database)
}

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
  if (!isFolder(database)) return { config: { connectionString: database }, close: async () => {} }
  const { startPostgres } = await loadPostgres(database)
  const server = await startPostgres({ folder: database })
  return { config: server.connection, close: () => server.stop().then(() => undefined) }
}

/** In a `try`: bundlers then accept that an optional peer is not installed. */
async function loadPostgres(database: string): Promise<typeof import('@galla/postgres')> {
  try {
    return await import('@galla/postgres')
  } catch (cause) {
    throw new GatewayError(
      'INVALID_OPTION',
      `database ${JSON.stringify(database)} is a folder, which needs the package @galla/postgres: npm install @galla/postgres, or configure a postgres:// address`,
      { cause, field: 'database' },
    )
  }
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

/** Time limits of a pool's waits. Milliseconds. */
interface Limits {
  /** For a free connection, or for a new one. */
  readonly connectMs: number
  /** For one statement. */
  readonly statementMs: number
  /** For one lock. */
  readonly lockMs: number
  /** The server ends a transaction that sends nothing for so long, and with it the locks of a replica that vanished. */
  readonly idleTransactionMs: number
}

const LIMITS: Limits = { connectMs: 10_000, statementMs: 15_000, lockMs: 10_000, idleTransactionMs: 30_000 }

/** The provider gives up on a callback after 3 to 5 s: by then it has its 503. */
const CALLBACK_LIMITS: Limits = { connectMs: 2_000, statementMs: 3_000, lockMs: 2_000, idleTransactionMs: 10_000 }

/** Reads of the console are of no use to a person who has waited long, and take their turns. */
const READ_LIMITS: Limits = { connectMs: 10_000, statementMs: 8_000, lockMs: 8_000, idleTransactionMs: 30_000 }

/** A server that vanished does not report that a statement took too long: the client gives up this much later. Milliseconds. */
const SILENCE_MS = 2_000

/** Idle connections are probed after so long, so that those of a server that vanished are noticed. Milliseconds. */
const KEEP_ALIVE_MS = 10_000

/** The pools of one replica. */
export interface Pools {
  /** Everything that has no pool of its own. */
  readonly main: Pool
  /** Stores what the callback endpoint receives, and nothing else. */
  readonly callbacks: Pool
  /** Runs the merchant's handlers. */
  readonly handlers: Pool
  /** Serves the console's reads, and searches for a payer. */
  readonly reads: Pool
}

/** Connections of a replica, its live channel included, when `max` is not configured. */
export const DEFAULT_CONNECTIONS = 16

/**
 * Shares `max` connections out: one for the live channel, up to 2 for received callbacks, up to 3 each for handlers and for reads of the
 * console, the rest for all else. Each pool has at least one, so a replica has at least 5, whatever `max` says.
 */
export function shareConnections(max = DEFAULT_CONNECTIONS): { readonly [Name in keyof Pools]: number } {
  const shared = Math.max(Math.floor(max) - 1, 4)
  const callbacks = shared >= 7 ? 2 : 1
  const [handlers, reads] = [4, 5].map((part) => Math.min(Math.max(Math.floor(shared / part), 1), 3)) as [
    number,
    number,
  ]
  return { main: shared - callbacks - handlers - reads, callbacks, handlers, reads }
}

/**
 * The clock behind the times of a connection's statements. `database`: the database's own clock, so the ledger refuses a transfer that was
 * computed long before it is posted. `given`: another clock, which the database does not know.
 */
type PostingClock = 'database' | 'given'

/**
 * The pools of one replica. They share nothing, so that slow handlers or a full main pool never delay a callback, and
 * what people read never delays a payment.
 * @param handlerLimitMs how long a handler may run, milliseconds
 * @param clock of the main pool: the others post nothing
 */
export function openPools(
  config: PoolConfig,
  handlerLimitMs: number,
  onError: (error: Error) => void,
  clock: PostingClock = 'given',
): Pools {
  const { main, callbacks, handlers, reads } = shareConnections(config.max)
  const pools = {
    main: openPool({ ...config, max: main }, onError, LIMITS, clock),
    callbacks: openPool({ ...config, max: callbacks }, onError, CALLBACK_LIMITS),
    handlers: openPool({ ...config, max: handlers }, onError, handlerLimits(handlerLimitMs)).on(
      'connect',
      refuseCopies,
    ),
    reads: openPool({ ...config, max: reads }, onError, READ_LIMITS),
  }
  closeIdleWhenSilent(Object.values(pools))
  return pools
}

function handlerLimits(handlerLimitMs: number): Limits {
  const handlerMs = handlerLimitMs + LIMITS.statementMs
  return { ...LIMITS, statementMs: handlerMs, idleTransactionMs: handlerMs + LIMITS.idleTransactionMs }
}

/**
 * Makes a connection of the handlers' pool as it was when it was opened, in one round trip.
 * @throws when the connection has other prepared statements than the gateway's: it has to be closed
 */
export function renewHandlerConnection(config: PoolConfig, handlerLimitMs: number) {
  const statements = `${FORGET_SESSION}; ${settingsOf(handlerLimits(handlerLimitMs))}; select "name" from pg_prepared_statements`
  return async (client: PoolClient): Promise<void> => {
    const results = (await client.query(statements)) as unknown as readonly QueryResult<{ name: string }>[]
    const { parsedStatements } = client.connection as PgConnection
    const prepared = results.at(-1)?.rows ?? []
    if (
      prepared.length !== Object.keys(parsedStatements).length ||
      prepared.some(({ name }) => !parsedStatements[name])
    )
      throw new Error('A handler changed the prepared statements of its connection')
    await config.onConnect?.(client)
  }
}

/** Members of a connection that `pg` does not declare. */
type PgConnection = PoolClient['connection'] & {
  readonly parsedStatements: { readonly [name: string]: string }
  sendCopyFail(message: string): void
}

/**
 * Refuses a copy whose rows would have to follow, which `query` cannot send. The server then waits for `sync`, which `pg` sends before it
 * knows of the copy: without another one the connection would wait for ever.
 */
function refuseCopies({ connection }: PoolClient): void {
  connection.prependListener('copyInResponse', () => {
    ;(connection as PgConnection).sendCopyFail('tx cannot send the rows of a copy: insert them')
    connection.sync()
  })
}

/** One pool. The limits are set with a statement, because poolers refuse them as parameters of the connection. */
export function openPool(
  config: PoolConfig,
  onError: (error: Error) => void,
  limits: Limits = LIMITS,
  clock: PostingClock = 'given',
): Pool {
  const { connectMs, statementMs } = limits
  return withErrorHandler(
    new CheckedPool({
      ...KEEP_ALIVE,
      connectionTimeoutMillis: connectMs,
      query_timeout: statementMs + SILENCE_MS,
      idleTimeoutMillis: 60_000,
      ...config,
      onConnect: (client) => setUp(client, config, settingsOf(limits, clock)),
      types: typeParsers,
    }),
    onError,
  )
}

/** For the migration, which may take long: without a limit for a statement. */
export function openMigrationPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const pool = new Pool({ ...KEEP_ALIVE, connectionTimeoutMillis: LIMITS.connectMs, ...config, max: 1 })
  return withErrorHandler(pool, onError)
}

/** Socket settings of every connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS } as const

/** All statements in one round trip, then what the merchant does with each connection. */
async function setUp(client: ClientBase, { onConnect }: PoolConfig, statements: string): Promise<void> {
  await client.query(statements)
  await onConnect?.(client)
}

/** Undoes what handlers can leave on a connection: roles, settings, cursors, session locks, temporary tables. Prepared statements stay. */
const FORGET_SESSION = `reset session authorization; reset role; reset all; close all; unlisten *; select pg_advisory_unlock_all(); discard temp`

/**
 * The limits, and what the statements rely on, whatever an administrator has set for the role or the database. Locks are taken before the
 * rows are read that they protect: under `repeatable read` a transaction that waited for a lock would still see those from before it
 * waited. The server's own probes find replicas that vanished; they do nothing on a Unix socket. `transaction_timeout` exists from
 * PostgreSQL 17 on; handlers have a limit of their own.
 */
function settingsOf({ statementMs, lockMs, idleTransactionMs }: Limits, clock: PostingClock = 'given'): string {
  const settings = {
    'galla.clock': clock,
    statement_timeout: Math.ceil(statementMs),
    lock_timeout: Math.ceil(lockMs),
    idle_in_transaction_session_timeout: Math.ceil(idleTransactionMs),
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
    default_transaction_isolation: 'read committed',
    array_nulls: 'on',
    standard_conforming_strings: 'on',
    idle_session_timeout: 0,
  }
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  return `select ${set.join(', ')},
    case when current_setting('transaction_timeout', true) is not null then set_config('transaction_timeout', '0', false) end`
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

/** Codes of a connection to a server that was killed and does not listen again yet. */
const AWAY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET'])

/** Time that a start waits for a server that was killed with it. Milliseconds. */
export const RESTART_MS = 5_000

/**
 * Waits while the server reports `cannot_connect_now`, and for `awayMs` while nothing listens; throws any other error at once.
 * @param options.awayMs milliseconds. @default 0
 */
export async function waitUntilReady(
  pool: Pick<Pool, 'query'>,
  { awayMs = 0 }: { readonly awayMs?: number } = {},
): Promise<void> {
  const begunMs = performance.now()
  const limitOf = (code: unknown): number => (code === CANNOT_CONNECT_NOW ? TIMEOUT_MS : AWAY.has(code) ? awayMs : 0)
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (performance.now() - begunMs >= limitOf((error as { code?: unknown }).code)) throw error
    }
    await pause(RETRY_DELAY_MS)
  }
}
