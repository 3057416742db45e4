import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createGateway, type Gateway } from '../src/index.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

const LONG = process.env.GALLA_LONG === '1'
const KILLS = LONG ? 20 : 3
const PAYERS = 4
const HOUR_MS = 3_600_000

let folder: string
let gateway: Gateway
let sandbox: Sandbox
const delivered: string[] = []

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
    on: {
      'order.completed': async ({ order, deliveryId, tx }) => {
        await tx.query('create table if not exists parcels ("deliveryId" text, "reference" text)')
        await tx.query('insert into parcels values ($1, $2)', [deliveryId, order.reference])
        delivered.push(deliveryId)
      },
    },
  })
}, 60_000)
afterAll(async () => {
  await gateway.stop()
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const serverPid = () => Number.parseInt(readFileSync(join(folder, 'data-18', 'postmaster.pid'), 'utf8'), 10)
const PATIENCE = { timeout: 60_000, interval: 20 }

it(
  `PostgreSQL is killed ${KILLS} times under load: the gateway goes on by itself, and nothing is lost`,
  async () => {
    await gateway.start()
    const paid: string[] = []
    let shopping = true
    const shop = async (payer: number): Promise<void> => {
      for (let cart = 0; shopping; cart += 1) {
        const merchantOrderId = `o-${payer}-${cart}`
        await gateway.orders
          .start({ ...CART, reference: merchantOrderId, merchantOrderId })
          .then(() => sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }))
          .then(() => paid.push(merchantOrderId))
          // Told so: it is for the shop to try again.
          .catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
      }
    }
    const payers = Promise.all(Array.from({ length: PAYERS }, (_, n) => shop(n)))
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = paid.length
      await vi.waitFor(() => expect(paid.length).toBeGreaterThan(before + 10), PATIENCE)
      const killed = serverPid()
      process.kill(killed, 'SIGKILL')
      // What served a connection outlives it by a moment: ready is only what the next one says.
      await vi.waitFor(async () => {
        expect(serverPid()).not.toBe(killed)
        expect(await gateway.isReady()).toBe(true)
      }, PATIENCE)
    }
    shopping = false
    await payers

    // Nobody asks for anything: a callback alone, and the workers that have come back.
    const after = await gateway.orders.start({ ...CART, reference: 'after', merchantOrderId: 'after' })
    await sandbox.simulatePayment(after.order.merchantOrderId, { outcome: 'SUCCESS' })
    await vi.waitFor(
      async () => expect(await gateway.orders.get('after')).toMatchObject({ state: 'COMPLETED' }),
      PATIENCE,
    )

    await sandbox.idle()
    for (const ms of [60_000, HOUR_MS, HOUR_MS]) {
      await sandbox.clock.advance(ms)
      await gateway.runPendingJobs()
    }
    const wrong = []
    for (const merchantOrderId of [...paid, 'after']) {
      const order = await gateway.orders.get(merchantOrderId)
      if (order?.state !== 'COMPLETED') wrong.push(`${merchantOrderId} is ${order?.state}`)
    }
    expect(wrong).toEqual([])
    // What was rolled back with the server was run again; what is in the database is there once.
    for (const merchantOrderId of paid) expect(delivered).toContain(`${merchantOrderId}:completed`)
    expect(await gateway.health()).toMatchObject({
      checks: expect.arrayContaining([{ name: 'queues', ok: true, says: 'Nothing is overdue.' }]),
    })
  },
  LONG ? 600_000 : 120_000,
)
