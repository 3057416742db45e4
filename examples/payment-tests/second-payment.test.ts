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

test('a cart that is paid on two pages is fulfilled once, and the second payment is refunded automatically', async () => {
  const start = async (merchantOrderId: string) => {
    const cart = { reference: 'cart-1', amount: inr('499.00'), redirectUrl: 'https://shop.example/thanks' }
    await gateway.orders.start({ ...cart, merchantOrderId, checkout: 'STANDARD' })
  }
  const pay = async (merchantOrderId: string) => {
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await sandbox.idle()
    await gateway.runPendingJobs()
  }
  await start('first-page')
  await start('second-page') // another id is another page of the same cart
  await pay('first-page')
  await pay('second-page') // the gateway requests the refund
  await sandbox.clock.advance(60_000) // the provider pays it out
  await gateway.runPendingJobs()

  expect(await gateway.orders.get('first-page')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  expect(await gateway.orders.get('second-page')).toMatchObject({
    state: 'COMPLETED',
    resolution: 'duplicate-refund',
    refundedAmount: inr('499.00'),
  })
  expect(fulfilled).toEqual(['cart-1'])
})
