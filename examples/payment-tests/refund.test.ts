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
const refunded: string[] = []
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
    on: { 'refund.completed': ({ refund }) => void refunded.push(refund.merchantRefundId) },
  })
}, 60_000)

afterAll(async () => {
  await gateway?.stop()
  await sandbox?.close()
  await rm(folder, { recursive: true })
})

test('half of a payment is refunded once, also when the request is sent twice', async () => {
  const { order } = await gateway.orders.start({
    reference: 'cart-1',
    amount: inr('499.00'),
    checkout: 'STANDARD',
    redirectUrl: 'https://shop.example/thanks',
  })
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await sandbox.idle()
  await gateway.runPendingJobs()

  const half = {
    merchantRefundId: 'cart-1-broken-cup', // one id for each decision to refund
    merchantOrderId: order.merchantOrderId,
    amount: inr('249.50'),
  }
  await gateway.refunds.request(half)
  await gateway.refunds.request(half) // the same refund
  await gateway.runPendingJobs() // the gateway sends it
  await sandbox.clock.advance(60_000) // the provider pays it out
  await gateway.runPendingJobs()

  expect(refunded).toEqual(['cart-1-broken-cup'])
  expect(await gateway.orders.get(order.merchantOrderId)).toMatchObject({
    refundedAmount: inr('249.50'),
    refundableAmount: inr('249.50'),
  })
})
