import type { PostgresConnection } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Pool } from 'pg'
import { createGateway } from '../../src/index.ts'
import { CLIENT, SECRET } from '../parts/world.ts'
import { audit } from './audit.ts'
import type { Child } from './children.ts'
import { fastClock } from './fast-clock.ts'
import type { ChildOrders } from './orders.ts'

const SPEED = 100
const HOUR_MS = 3_600_000

export interface Battery {
  /** Replicas at a time. */
  replicas: number
  /** How often one of them is killed. */
  kills: number
  seed: number
  /** Longest life of a process before it is killed, from when it was started. Milliseconds. */
  longestLifeMs: number
}

/** What a run amounted to, for a line in the report. */
export interface Ran {
  kills: number
  orders: number
  completed: number
  refunds: number
  acknowledged: number
  /** What is wrong; empty when the books are right. */
  wrong: string[]
}

/** A bad day: processes die at random moments while the line to the provider breaks. Afterwards the books are read. */
export async function battery(
  database: PostgresConnection,
  start: (orders: ChildOrders) => Child,
  { replicas, kills, seed, longestLifeMs }: Battery,
): Promise<Ran> {
  const clock = { startMs: Date.now(), speed: SPEED }
  const pool = new Pool({ ...database, max: 3 }).on('error', () => {})
  await pool.query('create table fulfilments ("effectId" text, "reference" text)')
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
  await sandbox.setFaults({
    profile: 'bad-line',
    callbacks: { duplicateRate: 0.3, reorderRate: 0.3, dropRate: 0.05 },
    seed: String(seed),
  })

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
      addresses[place] = undefined
      await child.kill()
    }
    addresses[place] = undefined
  }
  const keeping = Array.from({ length: replicas }, (_, place) => keep(place))
  const shoppers = Promise.all([1, 2, 3].map((n) => shop(sandbox, someone, seeded(seed * 31 + n), n, () => shopping)))
  while (killed < kills) await pause(20)
  await pause(longestLifeMs + 500)
  shopping = false
  await Promise.all([shoppers, ...keeping])
  await bringToRest(sandbox, database)
  const wrong = await audit(sandbox, pool)
  const count = async (text: string) => Number((await pool.query(`select count(*) as n ${text}`)).rows[0]?.n)
  const ran: Ran = {
    kills: killed,
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

/** Buys, pays, changes its mind; whatever the shop answers, or not. */
async function shop(
  sandbox: ServedSandbox,
  someone: () => string | undefined,
  random: () => number,
  shopper: number,
  open: () => boolean,
): Promise<void> {
  const say = async (path: string, body: object): Promise<object | undefined> => {
    const address = someone()
    if (address === undefined) return undefined
    const init = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) }
    return fetch(address + path, init).then(
      (reply) => (reply.ok ? (reply.json() as Promise<object>) : undefined),
      () => undefined,
    )
  }
  for (let cart = 0; open(); cart += 1) {
    const reference = `cart-${shopper}-${cart}`
    const orders = random() < 0.2 ? 2 : 1
    for (let n = 0; n < orders; n += 1) {
      const wanted = {
        reference,
        amount: 10_000 + cart,
        checkout: 'STANDARD',
        redirectUrl: 'https://shop.example/',
        expireAfter: 300,
      }
      const started = (await say('/start', wanted)) as { order: { merchantOrderId: string } } | undefined
      if (!started) {
        await pause(20)
        continue
      }
      const { merchantOrderId } = started.order
      const outcome = random() < 0.75 ? 'SUCCESS' : random() < 0.5 ? 'FAILURE' : 'PENDING'
      await sandbox.settleOrder(merchantOrderId, { outcome }).catch(() => {})
      if (outcome === 'SUCCESS' && random() < 0.5) {
        await pause(random() * 150)
        const refund = { merchantOrderId, merchantRefundId: `${merchantOrderId}-r`, amount: 5_000 }
        await Promise.all([say('/refund', refund), say('/refund', refund)])
      }
    }
    await pause(random() * 40)
  }
}

/** Three days later, on a good line: one process, nobody shops. */
async function bringToRest(sandbox: ServedSandbox, database: PostgresConnection): Promise<void> {
  await sandbox.setFaults({ rules: [], callbacks: {} })
  sandbox.clock.freeze()
  const gateway = await createGateway({
    ...CLIENT,
    galla: new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, callbackSecrets: SECRET }),
    database: { ...database, max: 8 },
    clock: sandbox.clock,
    on: {
      'order.completed': async ({ order, effectId, tx }) => {
        await tx.query('insert into fulfilments values ($1, $2)', [effectId, order.reference])
      },
      'refund.completed': async ({ effectId, tx }) => {
        await tx.query('insert into fulfilments values ($1, $1)', [effectId])
      },
    },
  })
  for (const ms of [60_000, 60_000, 600_000, HOUR_MS, HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS]) {
    await sandbox.clock.advance(ms)
    await gateway.runDue()
  }
  await gateway.stop()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Small, fast, the same everywhere: the seed tells the day. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
