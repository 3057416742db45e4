import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SetFaults } from '@galla/contract/sandbox-api/faults'
import type { PostgresConnection } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Pool } from 'pg'
import { createGateway } from '../../src/index.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { audit } from './audit.ts'
import type { Child } from './children.ts'
import { fastClock } from './fast-clock.ts'
import type { ChildOrders } from './orders.ts'
import { shop } from './payers.ts'
import { seeded } from './seeded.ts'

const SPEED = 100
const HOUR_MS = 3_600_000
/** So many orders at least are taken in, however few processes are killed. */
const MIN_ORDERS = 18

export interface Battery {
  /** Replicas at a time. */
  replicas: number
  /** How often one of them is killed. */
  kills: number
  seed: number
  /** Longest life of a process before it is killed, from when it was ready. Milliseconds. */
  longestLifeMs: number
  /** How often PostgreSQL itself is killed meanwhile; it comes back by itself. */
  databaseKills?: number
}

/** A bad day at the provider's: nothing of what an HTTP line can do to a call is left out. */
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

/** What a run amounted to, for a line in the report. */
export interface Ran {
  kills: number
  databaseKills: number
  orders: number
  completed: number
  refunds: number
  acknowledged: number
  /** What is wrong; empty when the database are right. */
  wrong: string[]
}

/** A bad day: processes die at random moments while the line to the provider breaks. Afterwards the database are read. */
export async function battery(
  database: PostgresConnection,
  start: (orders: ChildOrders) => Child,
  { replicas, kills, seed, longestLifeMs, databaseKills = 0 }: Battery,
): Promise<Ran> {
  const clock = { startMs: Date.now(), speed: SPEED }
  const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
  await pool.query('create table fulfilments ("deliveryId" text, "reference" text)')
  const addresses: (string | undefined)[] = []
  const random = seeded(seed)
  const someone = () => addresses.filter((one) => one !== undefined)[Math.floor(random() * replicas)]
  const sandbox = await serveSandbox({
    seed: String(seed),
    clock: { startMs: clock.startMs, wall: fastClock(clock) },
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
    deliver: async (_url, init) => {
      const address = someone()
      if (address === undefined) throw new Error('nobody is there')
      return fetch(`${address}/callbacks`, init)
    },
  })
  await sandbox.setFaults({ ...FAULTS, seed: String(seed) })

  let killed = 0
  const unclean: string[] = []
  let shopping = true
  const keep = async (place: number): Promise<void> => {
    while (shopping) {
      const orders = {
        database,
        provider: sandbox.url,
        clock,
        seed: Math.floor(random() * 2 ** 31),
        client: CLIENT,
        secret: SECRET,
      }
      const child = start(orders)
      const ready = child.ready.then((address) => {
        addresses[place] = address
      })
      if (killed >= kills) {
        await ready
        if (addresses[place] === undefined) {
          // It found no database; whoever watches over processes would start another one.
          if (databaseKills === 0) unclean.push('a process could not open the database')
          await child.kill()
          continue
        }
        while (shopping) await pause(20)
        // Asked politely, it finishes what it began.
        const code = await child.end()
        if (code !== 0) unclean.push(`a process that was asked to end left with ${code}`)
        break
      }
      killed += 1
      // Some die while they are still being born.
      const lives = random() < 0.2 ? pause(random() * 400) : ready.then(() => pause(random() * longestLifeMs))
      await lives
      const wasReady = addresses[place] !== undefined
      addresses[place] = undefined
      const left = await child.kill()
      if (left !== null && (wasReady || databaseKills === 0)) unclean.push(`a process ended by itself with ${left}`)
    }
    addresses[place] = undefined
  }
  const keeping = Array.from({ length: replicas }, (_, place) => keep(place))
  const promised = { orders: new Set<string>(), refunds: new Set<string>() }
  const payers = [1, 2, 3].map((n) =>
    shop({ sandbox, someone, random: seeded(seed * 31 + n), open: () => shopping, promised }, n),
  )
  let serverKills = 0
  // By what was done and not by the clock: on a slow machine a day is longer.
  const least = Math.max(kills * 2, MIN_ORDERS)
  while (killed < kills || serverKills < databaseKills || promised.orders.size < least) {
    await pause(20)
    if (serverKills < databaseKills && promised.orders.size > ((serverKills + 1) * least) / (databaseKills + 1)) {
      serverKills += 1
      killServer(database)
    }
  }
  shopping = false
  await Promise.all([...payers, ...keeping])
  await bringToRest(sandbox, database)
  const wrong = await audit(sandbox, pool, promised)
  const count = async (text: string) => Number((await pool.query(`select count(*) as n ${text}`)).rows[0]?.n)
  const ran: Ran = {
    kills: killed,
    databaseKills: serverKills,
    orders: await count('from galla.orders'),
    completed: await count(`from galla.orders where "state" = 'COMPLETED'`),
    refunds: await count('from galla.refunds'),
    acknowledged: sandbox.deliveries().filter(({ delivered }) => delivered).length,
    wrong: [...unclean, ...wrong],
  }
  await pool.end()
  await sandbox.close()
  return ran
}

/** By the mark that it leaves beside its data. */
function killServer({ host }: PostgresConnection): void {
  const mark = readFileSync(join(dirname(host), 'data-18', 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(mark, 10), 'SIGKILL')
}

/** Three days later, on a good line: one process, nobody shops. */
async function bringToRest(sandbox: ServedSandbox, database: PostgresConnection): Promise<void> {
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
