import { createHash } from 'node:crypto'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, type Gateway, migrateDatabase } from '../src/index.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './helpers/replicated-postgres.ts'
import { type SwitchingProxy, startSwitchingProxy } from './helpers/switching-proxy.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

const PAYERS = 6
/** Callbacks that are acknowledged before the primary is killed, and again afterwards. */
const CALLBACKS = 60

let servers: ReplicatedPostgres
let proxy: SwitchingProxy
beforeAll(async () => {
  servers = await startReplicatedPostgres(async (database) => void (await migrateDatabase({ database })))
  proxy = await startSwitchingProxy(servers.primary)
}, 60_000)
afterAll(async () => {
  await proxy?.close()
  await servers?.close()
}, 60_000)

describe('two replicas on a primary with a synchronous standby', () => {
  it('lose no acknowledged callback and no started order when the primary vanishes silently under load, and work on the promoted standby', async () => {
    const replicas: Gateway[] = []
    /** Digest of each callback that was answered 200, with the time of the answer. */
    const acknowledged = new Map<string, number>()
    let turn = 0
    const nextReplica = (): Gateway => {
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
        const body = await request.clone().arrayBuffer()
        const reply = await nextReplica().fetch(request)
        if (reply.status !== 200) trace('callback ' + reply.status)
        if (reply.status === 200)
          acknowledged.set(createHash('sha256').update(Buffer.from(body)).digest('base64url'), performance.now())
        return reply
      },
    })
    const openReplica = async () => {
      const gateway = await createGateway({
        ...CLIENT,
        client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
        callbackCredentials: SECRET,
        database: { ...servers.primary, ...proxy.address },
        migrate: false,
        on: {
          'order.completed': async ({ order, deliveryId, tx }) => {
            await tx.query('insert into fulfilments values ($1, $2)', [deliveryId, order.reference])
          },
        },
      })
      void (async () => { for (;;) { await gateway.runPendingJobs().catch((e) => trace('jobs ' + e.message)); await pause(200) } })()
      return gateway
    }
    const setup = new Client(servers.primary)
    await setup.connect()
    await setup.query('create table fulfilments ("deliveryId" text, "reference" text)')
    await setup.end()
    replicas.push(await openReplica(), await openReplica())

    /** Orders whose start returned, with the time. */
    const started = new Map<string, number>()
    let open = true
    const takePayments = async (payer: number): Promise<void> => {
      for (let cart = 0; open; cart += 1) {
        const reference = `cart-${payer}-${cart}`
        await nextReplica()
          .orders.start({ ...CART, reference })
          .then(async ({ order }) => {
            started.set(order.merchantOrderId, performance.now())
            await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
          })
          // The merchant tries again with the next cart.
          .catch((e) => { trace('start ' + e.message); return pause(50) })
      }
    }
    const payers = Promise.all(Array.from({ length: PAYERS }, (_, n) => takePayments(n)))
    await waitUntil(async () => acknowledged.size >= CALLBACKS)

    // The machine is gone at once: its packets vanish, nobody closes a connection.
    proxy.silence()
    trace('silence')
    const killedAt = performance.now()
    await servers.killPrimary()
    await servers.promote()
    proxy.switchTo(servers.standby)
    const promotedAt = performance.now()
    trace('promoted')

    const after = (times: Map<string, number>) => [...times.values()].filter((at) => at > promotedAt)
    await waitUntil(async () => after(acknowledged).length >= CALLBACKS && after(started).length >= CALLBACKS)
    await waitUntil(async () => (await Promise.all(replicas.map((one) => one.isReady()))).every(Boolean))
    open = false
    trace('enough')
    await payers
    await sandbox.idle()

    const pool = new Pool({ ...servers.standby, max: 2 })
    const valuesOf = async (column: string, from: string) =>
      (await pool.query<{ value: string }>(`select "${column}" as value from ${from}`)).rows.map(({ value }) => value)
    const digests = new Set(await valuesOf('digest', 'galla.callbacks'))
    expect([...acknowledged.keys()].filter((digest) => !digests.has(digest))).toEqual([])
    const orders = new Set(await valuesOf('merchantOrderId', 'galla.orders'))
    expect([...started.keys()].filter((id) => !orders.has(id))).toEqual([])

    // By the workers alone: from the callbacks, without a sync.
    const unfinished = async () => {
      const done = new Set(await valuesOf('merchantOrderId', `galla.orders where "state" = 'COMPLETED'`))
      return [...started.keys()].filter((id) => !done.has(id))
    }
    await waitUntil(async () => (await unfinished()).length === 0)
    await waitUntil(async () => new Set(await valuesOf('reference', 'fulfilments')).size >= started.size)
    const firstSec = (times: Map<string, number>) => ((Math.min(...after(times)) - killedAt) / 1_000).toFixed(1)
    console.log(
      `Fail-over: promoted after ${((promotedAt - killedAt) / 1_000).toFixed(1)} s, first callback acknowledged after ${firstSec(acknowledged)} s, first order started after ${firstSec(started)} s; ${acknowledged.size} callbacks, ${started.size} orders`,
    )
    const references = await valuesOf('reference', 'fulfilments')
    expect(new Set(references).size).toBe(references.length)
    await pool.end()
    await Promise.all(replicas.map((one) => one.stop()))
    await sandbox.close()
  }, 100_000)
})

const t0 = performance.now()
const trace = (text: string) => console.log(((performance.now() - t0) / 1000).toFixed(1), text)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20)
}
