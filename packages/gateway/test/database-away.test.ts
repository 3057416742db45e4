import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGateway, type Gateway } from '../src/index.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

const LONG = process.env.GALLA_LONG === '1'
const KILLS = LONG ? 20 : 3
const PAYERS = 4
const HOUR_MS = 3_600_000

let folder: string
let gateway: Gateway
let sandbox: Sandbox
const handled: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-away-'))
  sandbox = createSandbox({
    clock: { frozen: true, startMs: Date.now() },
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
    deliver: (url, init) => gateway.fetch(new Request(url, init)),
  })
  gateway = await createGateway({
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
    callbackCredentials: SECRET,
    clock: sandbox.clock,
    database: folder,
    // A claim whose reply was lost with the server is taken over when its lease ends, by the database's clock.
    policy: { leaseMs: 2_000 },
    on: {
      'order.completed': async ({ order, deliveryId, tx }) => {
        await tx.query('create table if not exists parcels ("deliveryId" text, "reference" text)')
        await tx.query('insert into parcels values ($1, $2)', [deliveryId, order.reference])
        handled.push(deliveryId)
      },
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const serverPid = () => Number.parseInt(readFileSync(join(folder, 'data-18', 'postmaster.pid'), 'utf8'), 10)
const WAIT = { timeout: 60_000, interval: 20 }

describe('gateway on a PostgreSQL that is killed', () => {
  it(
    `recovers by itself and loses no paid order when PostgreSQL is killed ${KILLS} times under load`,
    async () => {
      await gateway.start()
      const paid: string[] = []
      let acceptingOrders = true
      const payOrders = async (payer: number): Promise<void> => {
        for (let cart = 0; acceptingOrders; cart += 1) {
          const merchantOrderId = `o-${payer}-${cart}`
          await gateway.orders
            .start({ ...CART, reference: merchantOrderId, merchantOrderId })
            .then(() => sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }))
            .then(() => paid.push(merchantOrderId))
            // orders.start rejected: the merchant retries.
            .catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
        }
      }
      const payers = Promise.all(Array.from({ length: PAYERS }, (_, n) => payOrders(n)))
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = paid.length
        await vi.waitFor(() => expect(paid.length).toBeGreaterThan(before + 10), WAIT)
        const killed = serverPid()
        process.kill(killed, 'SIGKILL')
        // Backends of the killed server may live a moment longer, so isReady is only valid for the new process id.
        await vi.waitFor(async () => {
          expect(serverPid()).not.toBe(killed)
          expect(await gateway.isReady()).toBe(true)
        }, WAIT)
      }
      acceptingOrders = false
      await payers

      // No sync: the order is completed by the callback and the restarted workers alone.
      const after = await gateway.orders.start({ ...CART, reference: 'after', merchantOrderId: 'after' })
      await sandbox.simulatePayment(after.order.merchantOrderId, { outcome: 'SUCCESS' })
      await vi.waitFor(
        async () => expect(await gateway.orders.get('after')).toMatchObject({ state: 'COMPLETED' }),
        WAIT,
      )

      await sandbox.idle()
      for (const ms of [60_000, HOUR_MS, HOUR_MS]) {
        await sandbox.clock.advance(ms)
        await gateway.runPendingJobs()
      }
      const notCompleted = []
      for (const merchantOrderId of [...paid, 'after']) {
        const order = await gateway.orders.get(merchantOrderId)
        if (order?.state !== 'COMPLETED') notCompleted.push(`${merchantOrderId} is ${order?.state}`)
      }
      expect(notCompleted).toEqual([])
      // Handlers that were rolled back with the server ran again.
      await vi.waitFor(async () => {
        await gateway.runPendingJobs()
        for (const merchantOrderId of paid) expect(handled).toContain(`order:${merchantOrderId}:completed:handlers`)
        // What was in progress when the server died is due again when its lease ends.
        expect(await gateway.health()).toMatchObject({
          checks: expect.arrayContaining([{ name: 'queues', ok: true, overdue: [] }]),
        })
      }, WAIT)
    },
    LONG ? 600_000 : 300_000,
  )
})
