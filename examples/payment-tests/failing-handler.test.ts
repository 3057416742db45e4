import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway, type Gateway } from '@galla/gateway'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'

// npm install --save-dev vitest @galla/sdk @galla/sandbox @galla/gateway @galla/postgres
const CLIENT = { clientId: 'shop', clientSecret: 'secret', clientVersion: 1 }
const WEBHOOKS = { username: 'shop_hook', password: 'Passw0rd99' }
const fulfilled: string[] = []
let attempts = 0
let folder: string
let sandbox: Sandbox
let gateway: Gateway

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-'))
  sandbox = createSandbox({
    clock: { frozen: true, startMs: Date.now() },
    tokenLifeSec: 315_360_000, // the client reads the system clock: its token must outlive the jump
    callbacks: { url: 'http://shop.test/callbacks', ...WEBHOOKS },
    // Webhooks go straight to the gateway: no socket.
    deliver: (url, init) => gateway.fetch(new Request(url, init)),
  })
  gateway = await createGateway({
    ...CLIENT,
    environment: 'SANDBOX',
    client: new Galla({ ...CLIENT, fetch: sandbox.fetch }),
    callbackCredentials: WEBHOOKS,
    database: folder,
    clock: sandbox.clock,
    on: {
      'order.completed': ({ order }) => {
        attempts += 1
        if (attempts === 1) throw new Error('The parcel service is not reachable')
        fulfilled.push(order.reference)
      },
    },
  })
}, 60_000)

afterAll(async () => {
  await gateway?.stop()
  await sandbox?.close()
  await rm(folder, { recursive: true })
})

test('a handler that throws is called again until it succeeds', async () => {
  const { order } = await gateway.orders.start({
    reference: 'cart-1',
    amount: inr('499.00'),
    checkout: 'STANDARD',
    redirectUrl: 'https://shop.example/thanks',
  })
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await sandbox.idle()
  await gateway.runPendingJobs() // the handler throws: what it wrote through `tx` is rolled back
  expect(await gateway.orders.get(order.merchantOrderId)).toMatchObject({ state: 'COMPLETED' }) // paid all the same
  expect(fulfilled).toEqual([])

  await sandbox.clock.advance(1_000)
  await gateway.runPendingJobs() // the next attempt; the delays grow up to six hours
  expect(fulfilled).toEqual(['cart-1'])
  expect(attempts).toBe(2)
})
