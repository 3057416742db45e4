import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, type Gateway, migrateDatabase } from '../src/index.ts'
import { withErrorHandler } from '../src/storage/pool.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './helpers/replicated-postgres.ts'
import { type SwitchingProxy, startSwitchingProxy } from './helpers/switching-proxy.ts'
import { CART, CLIENT, digestOfCallback, SECRET } from './helpers/test-gateway.ts'

/**
 * How long a replica waits for a server that vanished. The long run waits as long as a gateway without settings; the limit changes when
 * the replicas go on, not what they may lose.
 */
const LIMITS = process.env.GALLA_LONG === '1' ? {} : { query_timeout: 5_000, connectionTimeoutMillis: 2_000 }
const PAYERS = 6
/** Callbacks that are acknowledged before the primary is killed, and again afterwards. */
const CALLBACKS = 40

let servers: ReplicatedPostgres
let proxy: SwitchingProxy
const replicas: Gateway[] = []

/** Digest of each callback that was answered 200, with the time of the answer. */
const acknowledged = new Map<string, number>()
/** Orders whose start returned, with the time. */
const started = new Map<string, number>()

let turn = 0
function nextReplica(): Gateway {
  turn += 1
  const replica = replicas[turn % replicas.length]
  if (!replica) throw new Error('no replica was started')
  return replica
}

const sandbox = createSandbox({
  tokenLifeSec: 315_360_000,
  callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
  deliver: async (url, init) => {
    const request = new Request(url, init)
    const body = Buffer.from(await request.clone().arrayBuffer())
    const response = await nextReplica().fetch(request)
    if (response.status === 200) acknowledged.set(digestOfCallback(body), performance.now())
    return response
  },
})

async function openReplica(): Promise<void> {
  const gateway = await createGateway({
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
    callbackCredentials: SECRET,
    database: { ...servers.primary, ...proxy.address, ...LIMITS },
    migrate: false,
    on: {
      'order.completed': async ({ order, deliveryId, tx }) => {
        await tx.query('insert into fulfilments values ($1, $2)', [deliveryId, order.reference])
      },
    },
  })
  replicas.push(gateway)
  await gateway.start()
}

beforeAll(async () => {
  servers = await startReplicatedPostgres(async (database) => {
    await migrateDatabase({ database })
    const pool = openPool(database)
    await pool.query('create table fulfilments ("deliveryId" text, "reference" text)')
    await pool.end()
  })
  proxy = await startSwitchingProxy(servers.primary)
  await openReplica()
  await openReplica()
})
afterAll(async () => {
  await Promise.all(replicas.map((one) => one.stop()))
  await sandbox.close()
  await proxy?.close()
  await servers?.close()
})

describe('two replicas on a primary with a synchronous standby', () => {
  it('acknowledge a callback only when the standby has it', async () => {
    const { order } = await nextReplica().orders.start({ ...CART, reference: 'first' })
    const resume = await servers.pauseStandby()
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    try {
      await waitUntil(async () => sandbox.deliveries().some(({ answer, failure }) => answer || failure))
      expect(sandbox.deliveries().filter(({ delivered }) => delivered)).toEqual([])
      expect(acknowledged.size).toBe(0)
    } finally {
      resume()
    }
    // The provider repeats it.
    await waitUntil(async () => acknowledged.size > 0)
  })

  it('lose no acknowledged callback and no started order when the primary vanishes silently under load, and work on the promoted standby', async () => {
    let open = true
    const takePayments = async (payer: number): Promise<void> => {
      for (let cart = 0; open; cart += 1) {
        await nextReplica()
          .orders.start({ ...CART, reference: `cart-${payer}-${cart}` })
          .then(async ({ order }) => {
            started.set(order.merchantOrderId, performance.now())
            await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
          })
          // The merchant tries again with the next cart.
          .catch(() => pause(50))
      }
    }
    const payers = Promise.all(Array.from({ length: PAYERS }, (_, n) => takePayments(n)))
    await waitUntil(async () => acknowledged.size >= CALLBACKS)

    // The machine is gone at once: its packets vanish, nobody closes a connection.
    proxy.silence()
    const killedAt = performance.now()
    await servers.killPrimary()
    await servers.promote()
    proxy.switchTo(servers.standby)
    const promotedAt = performance.now()

    const since = (times: Map<string, number>) => [...times.values()].filter((at) => at > promotedAt)
    await waitUntil(async () => since(acknowledged).length >= CALLBACKS && since(started).length >= CALLBACKS)
    await waitUntil(async () => (await Promise.all(replicas.map((one) => one.isReady()))).every(Boolean))
    open = false
    await payers
    await sandbox.idle()
    const seconds = (at: number) => ((at - killedAt) / 1_000).toFixed(1)
    console.log(
      `Fail-over: promoted after ${seconds(promotedAt)} s, first callback acknowledged after ${seconds(Math.min(...since(acknowledged)))} s, first order started after ${seconds(Math.min(...since(started)))} s`,
    )

    const pool = openPool({ ...servers.standby, max: 2 })
    const valuesOf = async (column: string, from: string) =>
      (await pool.query<{ value: string }>(`select "${column}" as value from ${from}`)).rows.map(({ value }) => value)
    const missing = (wanted: Map<string, number>, stored: readonly string[]) =>
      [...wanted.keys()].filter((id) => !stored.includes(id))
    expect(missing(acknowledged, await valuesOf('digest', 'galla.callbacks'))).toEqual([])
    expect(missing(started, await valuesOf('merchantOrderId', 'galla.orders'))).toEqual([])

    // The standby may have lacked what the primary knew, so its orders are compared with the provider.
    const restored = () => valuesOf('runId', `galla.reconciliations where "origin" = 'restore'`)
    await waitUntil(async () => (await restored()).length === 1)

    // From the callbacks, without a sync.
    const completed = () => valuesOf('merchantOrderId', `galla.orders where "state" = 'COMPLETED'`)
    await waitUntil(async () => missing(started, await completed()).length === 0)
    await waitUntil(async () => (await valuesOf('reference', 'fulfilments')).length >= started.size)
    const references = await valuesOf('reference', 'fulfilments')
    expect(new Set(references).size).toBe(references.length)
    await pool.end()
  }, 180_000)
})

/** A server that stops may still end a connection that this side is closing. */
const openPool = (config: object) => withErrorHandler(new Pool(config), () => {})

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20)
}
