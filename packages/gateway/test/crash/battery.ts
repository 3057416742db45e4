import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SetFaults } from '@galla/contract/sandbox-api/faults'
import type { PostgresConnection } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Pool } from 'pg'
import { createGateway } from '../../src/index.ts'
import { freeLeases } from '../helpers/free-leases.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { findViolations } from './audit.ts'
import type { Child } from './children.ts'
import { fastClock } from './fast-clock.ts'
import type { ChildConfig } from './orders.ts'
import { simulatePayer } from './payers.ts'
import { seeded } from './seeded.ts'

const SPEED = 100
const HOUR_MS = 3_600_000
/** Minimum number of orders per run, also when few processes are killed. */
const MIN_ORDERS = 18

export interface CrashScenario {
  /** Number of processes that run at a time. */
  replicas: number
  /** Number of times a process is killed. */
  kills: number
  seed: number
  /** Maximum time from ready to SIGKILL. */
  maxLifeMs: number
  /** Number of times PostgreSQL is killed during the run; it restarts by itself. @default 0 */
  databaseKills?: number
}

/** Every kind of failure of an HTTP call and of a callback. */
const FAULTS: SetFaults = {
  profile: 'bad-line',
  rules: [
    { kind: 'status', status: 503, retryAfterSec: 1, rate: 0.04 },
    { kind: 'status', status: 500, rate: 0.03 },
    { kind: 'status', status: 429, retryAfterSec: 1, rate: 0.04 },
    { kind: 'wrong-content-type', rate: 0.02 },
    { kind: 'empty', rate: 0.02 },
    { kind: 'latency', rate: 0.1, delayMs: 2_000 },
  ],
  callbacks: { duplicateRate: 0.3, reorderRate: 0.3, dropRate: 0.05, tamperRate: 0.05, delayMs: 1_000, copies: 2 },
}

/** Counts of one run, and the violations that it found. */
export interface CrashResult {
  kills: number
  databaseKills: number
  orders: number
  completed: number
  refunds: number
  callbacksAcknowledged: number
  /** Empty if the database is consistent with the provider. */
  violations: string[]
}

/** Kills processes at random moments while calls to the provider fail, then audits the database. */
export async function runCrashScenario(
  database: PostgresConnection,
  start: (config: ChildConfig) => Child,
  { replicas, kills, seed, maxLifeMs, databaseKills = 0 }: CrashScenario,
): Promise<CrashResult> {
  const clock = { startMs: Date.now(), speed: SPEED }
  const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
  await pool.query('create table fulfilments ("deliveryId" text, "reference" text)')
  const addresses: (string | undefined)[] = []
  const random = seeded(seed)
  const pickReplica = () => addresses.filter((one) => one !== undefined)[Math.floor(random() * replicas)]
  const sandbox = await serveSandbox({
    seed: String(seed),
    clock: { startMs: clock.startMs, wall: fastClock(clock) },
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
    deliver: async (_url, init) => {
      const address = pickReplica()
      if (address === undefined) throw new Error('no replica runs')
      return fetch(`${address}/callbacks`, init)
    },
  })
  await sandbox.setFaults({ ...FAULTS, seed: String(seed) })

  let killed = 0
  const processFailures: string[] = []
  let acceptingOrders = true
  const keepReplicaRunning = async (place: number): Promise<void> => {
    while (acceptingOrders) {
      const config = {
        database,
        provider: sandbox.url,
        clock,
        seed: Math.floor(random() * 2 ** 31),
        client: CLIENT,
        secret: SECRET,
      }
      const child = start(config)
      const ready = child.ready.then((address) => {
        addresses[place] = address
      })
      if (killed >= kills) {
        await ready
        if (addresses[place] === undefined) {
          // It could not reach the database; a process supervisor would start another one.
          if (databaseKills === 0) processFailures.push('a process could not open the database')
          await child.kill()
          continue
        }
        while (acceptingOrders) await pause(20)
        // After SIGTERM it finishes its work.
        const code = await child.terminate()
        if (code !== 0) processFailures.push(`a process exited with ${code} after SIGTERM`)
        break
      }
      killed += 1
      // Some are killed during startup.
      const lifetime = random() < 0.2 ? pause(random() * 400) : ready.then(() => pause(random() * maxLifeMs))
      await lifetime
      const wasReady = addresses[place] !== undefined
      addresses[place] = undefined
      const exitCode = await child.kill()
      if (exitCode !== null && (wasReady || databaseKills === 0))
        processFailures.push(`a process exited by itself with ${exitCode}`)
    }
    addresses[place] = undefined
  }
  const replicaLoops = Array.from({ length: replicas }, (_, place) => keepReplicaRunning(place))
  const acknowledged = { orders: new Set<string>(), refunds: new Set<string>() }
  const payers = [1, 2, 3].map((n) =>
    simulatePayer(
      { sandbox, pickReplica, random: seeded(seed * 31 + n), isOpen: () => acceptingOrders, acknowledged },
      n,
    ),
  )
  let serverKills = 0
  // Ends by work done, not by time: a slow machine needs longer.
  const minOrders = Math.max(kills * 2, MIN_ORDERS)
  while (killed < kills || serverKills < databaseKills || acknowledged.orders.size < minOrders) {
    await pause(20)
    if (
      serverKills < databaseKills &&
      acknowledged.orders.size > ((serverKills + 1) * minOrders) / (databaseKills + 1)
    ) {
      serverKills += 1
      killServer(database)
    }
  }
  acceptingOrders = false
  await Promise.all([...payers, ...replicaLoops])
  await freeLeases(pool)
  await drainJobs(sandbox, database)
  const violations = await findViolations(sandbox, pool, acknowledged)
  const count = async (text: string) => Number((await pool.query(`select count(*) as n ${text}`)).rows[0]?.n)
  const result: CrashResult = {
    kills: killed,
    databaseKills: serverKills,
    orders: await count('from galla.orders'),
    completed: await count(`from galla.orders where "state" = 'COMPLETED'`),
    refunds: await count('from galla.refunds'),
    callbacksAcknowledged: sandbox.deliveries().filter(({ delivered }) => delivered).length,
    violations: [...processFailures, ...violations],
  }
  await pool.end()
  await sandbox.close()
  return result
}

/** Kills the process whose id PostgreSQL writes beside its socket. */
function killServer({ host, port }: PostgresConnection): void {
  const lock = readFileSync(join(host, `.s.PGSQL.${port}.lock`), 'utf8')
  process.kill(Number.parseInt(lock, 10), 'SIGKILL')
}

/** Ends all faults, then runs the jobs of more than three days in one gateway. */
async function drainJobs(sandbox: ServedSandbox, database: PostgresConnection): Promise<void> {
  await sandbox.setFaults({ rules: [], callbacks: {} })
  sandbox.clock.freeze()
  const gateway = await createGateway({
    ...CLIENT,
    client: new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, callbackCredentials: SECRET }),
    database: { ...database, max: 8 },
    clock: sandbox.clock,
    on: {
      'order.completed': async ({ order, deliveryId, tx }) => {
        await tx.query('insert into fulfilments values ($1, $2)', [deliveryId, order.reference])
      },
      'refund.completed': async ({ deliveryId, tx }) => {
        await tx.query('insert into fulfilments values ($1, $1)', [deliveryId])
      },
    },
  })
  for (const ms of [60_000, 60_000, 600_000, HOUR_MS, HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]) {
    await sandbox.clock.advance(ms)
    await gateway.runPendingJobs()
  }
  await gateway.stop()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
