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
    on: { 'order.completed': ({ order }) => void fulfilled.push(order.reference) },
  })
}, 60_000)

afterAll(async () => {
  await gateway?.stop()
  await sandbox?.close()
  await rm(folder, { recursive: true })
})

test('an order is in review after its automatic refund fails, and is not fulfilled', async () => {
  const { order } = await gateway.orders.start({
    reference: 'cart-1',
    amount: inr('901.01'), // the sandbox fails refunds of this amount
    checkout: 'STANDARD',
    redirectUrl: 'https://shop.example/thanks',
  })
  const { merchantOrderId } = order
  await sandbox.clock.advance(24 * 3_600_000) // the order expires unpaid
  await gateway.runPendingJobs()
  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }) // the money arrives after all
  await sandbox.idle()
  await gateway.runPendingJobs() // the gateway requests the refund
  await sandbox.clock.advance(60_000) // the provider refuses it
  await gateway.runPendingJobs()
  expect(await gateway.orders.get(merchantOrderId)).toMatchObject({
    resolution: 'late-refund',
    refundedAmount: 0,
    needsReview: { reason: 'automatic-refund-failed' },
  })
  expect(fulfilled).toEqual([])
})
