import { readdir } from 'node:fs/promises'
import type { EventSubscription } from '@galla/contract/gateway-api/deliveries'
import type { QueueLength } from '@galla/contract/gateway-api/health'
import type { User } from '@galla/contract/gateway-api/users'
import { checkDatabaseOption } from './database-option.ts'
import { isError } from './is-error.ts'
import type { GatewaySettings } from './options.ts'
import { listApiKeys, viewApiKey } from './storage/access/api-keys.ts'
import { listUsers, viewUser } from './storage/access/users.ts'
import { createDatabase, type Queries } from './storage/database.ts'
import { listSubscriptions } from './storage/events/subscriptions.ts'
import { readFirstMoney, readForbidden, readServer } from './storage/inspection.ts'
import { listWorkers, queueLengths, REVIEW_QUEUES } from './storage/jobs.ts'
import { readMeta } from './storage/meta.ts'
import { migrate } from './storage/migrate.ts'
import { DEFAULT_CONNECTIONS, isFolder, openDatabase, openPool, waitUntilReady } from './storage/pool.ts'
import { refuseTransactionPooler } from './storage/pooler.ts'
import { type EncryptionReport, inspectEncryption } from './storage/privacy/encryption-inspection.ts'

/** The result of `inspectDatabase()`: facts about a database, without secrets or payer data. */
export interface DatabaseInspection {
  /** Version of the server: `18.3`. */
  readonly version: string
  /** Version of the server as a number: 180003. */
  readonly versionNumber: number
  /** Transport of the connection: a unix socket, TLS, or plain text. */
  readonly transport: 'socket' | 'tls' | 'clear'
  /**
   * Milliseconds by which the server's clock is ahead of this machine's clock; negative when the server's clock is behind. Exact to half of
   * the round trip.
   */
  readonly clockAheadMs: number
  /** Time zone of the connection. The gateway stores epoch milliseconds, so the time zone matters only for your own SQL. */
  readonly timeZone: string
  /** False for a standby, and for a read-only server or role. */
  readonly takesWrites: boolean
  /** True when a commit survives a crash: `fsync`, `full_page_writes` and `synchronous_commit` are on. */
  readonly durable: boolean
  /** Why the pooler in front of the server cannot be used. Absent without a pooler, and for a pooler that pools by session. */
  readonly poolerProblem?: string
  /** The role of the connection. */
  readonly role: {
    /** Name of the role. */
    readonly name: string
    /** True when the role is a superuser, whom no trigger and no privilege stops. */
    readonly superuser: boolean
    /** True when the role owns the schema, or may create the schema. */
    readonly mayMigrate: boolean
    /** Tables and sequences of the gateway that the role may not use, at most 20. */
    readonly forbidden: readonly string[]
  }
  /** Connections under the lowest of three limits: of the server, of the role, and of the database. */
  readonly connections: {
    /** The limit, without the connections that are reserved for superusers. */
    readonly max: number
    /** Connections that are open now, without the connections of this inspection. */
    readonly used: number
    /** Connections of one process of the gateway, by default. */
    readonly perProcess: number
  }
  /** Version of the schema, and the version that this release needs. */
  readonly schema: {
    /** Version in the database. 0: the database has no schema. */
    readonly version: number
    /** Version of the schema after a migration. */
    readonly needed: number
    /** Number of steps that `galla gateway migrate` would execute. */
    readonly pendingSteps: number
    /** Why this release cannot use the schema, if the schema belongs to a newer release or to another program. */
    readonly problem?: string
  }
  /** The stored records. Absent while the schema is missing or belongs to another release. */
  readonly contents?: DatabaseContents
}

/** The stored records of a gateway that a check of its deployment needs. */
export interface DatabaseContents {
  /** Environment and client id that the database belongs to. Absent before the first start. */
  readonly owner?: {
    /** `SANDBOX` or `PRODUCTION`. */
    readonly environment: string
    /** Client id. */
    readonly clientId: string
  }
  /** Users of the console; empty before the first start. */
  readonly users: readonly User[]
  /** Number of stored keys of the merchant API that are accepted now. */
  readonly activeApiKeys: number
  /** Number of accepted keys that have the scope `metrics`. */
  readonly metricsKeys: number
  /** Number of processes whose workers run. */
  readonly workers: number
  /** Registered subscriptions to events, each with its running processes and waiting deliveries. */
  readonly subscriptions: readonly Omit<EventSubscription, 'here'>[]
  /** Records that need review. */
  readonly review: readonly QueueLength[]
  /** The data keys that encrypt personal data. */
  readonly encryption: EncryptionReport
  /** Tells whether the first payment and the first refund have succeeded. */
  readonly firstMoney: {
    /** True when at least one order is completed. */
    readonly paid: boolean
    /** True when at least one refund is completed. */
    readonly refunded: boolean
  }
}

/**
 * Inspects a database with the settings of a gateway, and changes nothing. Use the function for checks before a deployment.
 * @returns The facts, or `undefined` when the folder of an embedded PostgreSQL does not exist or holds no database yet.
 * @throws Error when the database cannot be reached, or refuses the role.
 * @example
 * const found = await inspectDatabase('postgres://galla@db/gateway?sslmode=verify-full')
 * if (found && found.schema.pendingSteps > 0) console.log('run galla gateway migrate')
 */
export async function inspectDatabase(database: GatewaySettings['database']): Promise<DatabaseInspection | undefined> {
  checkDatabaseOption(database)
  if (isFolder(database) && (await isVacant(database))) return undefined
  const server = await openDatabase(database)
  // A lost connection fails the statement that uses it.
  const pools = [1, 2].map(() => openPool({ ...server.config, max: 1 }, () => {})) as [Pool, Pool]
  try {
    await waitUntilReady(pools[0])
    return await inspect(pools)
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    await server.close()
  }
}

/** True when opening the folder would create a database in it. */
async function isVacant(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder)
    return !names.some((name) => /^data-\d+$/.test(name) || name === 'PG_VERSION')
  } catch (error) {
    // Of a file, opening it says what is wrong.
    return (error as { code?: unknown }).code === 'ENOENT'
  }
}

type Pool = ReturnType<typeof openPool>

async function inspect(pools: readonly [Pool, Pool]): Promise<DatabaseInspection> {
  const [pool] = pools
  const on = createDatabase(pool)
  const poolerProblem = await refuseTransactionPooler(...pools).then(() => undefined, messageOf)
  const sentMs = Date.now()
  const row = await readServer(on)
  const answeredMs = Date.now()
  const schema = await inspectSchema(pool)
  const isCurrent = schema.version > 0 && schema.pendingSteps === 0 && schema.problem === undefined
  const forbidden = isCurrent ? await readForbidden(on) : []
  const { version, versionNumber, timeZone, takesWrites, durable, superuser, mayMigrate } = row
  return {
    ...{ version, versionNumber, timeZone, takesWrites, durable, schema },
    transport: row.tlsVersion !== undefined ? 'tls' : row.onSocket ? 'socket' : 'clear',
    clockAheadMs: Math.round(row.nowMs - (sentMs + answeredMs) / 2),
    ...(poolerProblem === undefined ? {} : { poolerProblem }),
    role: { name: row.role, superuser, mayMigrate, forbidden },
    connections: {
      max: row.maxConnections,
      used: Math.max(row.usedConnections - 1, 0),
      perProcess: DEFAULT_CONNECTIONS,
    },
    ...(isCurrent && forbidden.length === 0 ? { contents: await readContents(on, row.nowMs) } : {}),
  }
}

async function inspectSchema(pool: Pool): Promise<DatabaseInspection['schema']> {
  try {
    const { from, to, steps } = await migrate(pool, { dryRun: true })
    return { version: from, needed: to, pendingSteps: steps.length }
  } catch (error) {
    return { version: 0, needed: 0, pendingSteps: 0, problem: messageOf(error) }
  }
}

async function readContents(on: Queries, nowMs: number): Promise<DatabaseContents> {
  const environment = await readMeta(on, 'environment')
  const clientId = await readMeta(on, 'clientId')
  const users = await listUsers(on)
  const activeKeys = (await listApiKeys(on)).filter((key) => viewApiKey(key, nowMs).state === 'active')
  const queues = await queueLengths(on, nowMs)
  return {
    ...(environment === undefined || clientId === undefined ? {} : { owner: { environment, clientId } }),
    users: users.map(viewUser),
    activeApiKeys: activeKeys.length,
    metricsKeys: activeKeys.filter(({ scopes }) => scopes.includes('metrics')).length,
    workers: (await listWorkers(on)).length,
    subscriptions: await listSubscriptions(on, nowMs),
    review: queues.filter(({ name, waiting }) => REVIEW_QUEUES.has(name) && waiting > 0),
    encryption: await inspectEncryption(on),
    firstMoney: await readFirstMoney(on),
  }
}

const messageOf = (error: unknown): string => (isError(error) ? error.message : String(error))
