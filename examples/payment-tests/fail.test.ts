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
const failed: string[] = []
let folder: string
let sandbox: Sandbox
let gateway: Gateway

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-'))
  sandbox = createSandbox({
    clock: { frozen: true, startMs: Date.now() },
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
      'order.completed': ({ order }) => void fulfilled.push(order.reference),
      'order.failed': ({ order }) => void failed.push(order.detailedErrorCode ?? ''),
    },
  })
}, 60_000)

afterAll(async () => {
  await gateway?.stop()
  await sandbox?.close()
  await rm(folder, { recursive: true })
})

test('a payment with a wrong UPI PIN fails, and the payer can try again with a new order', async () => {
  const start = () =>
    gateway.orders.start({
      reference: 'cart-1',
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: 'https://shop.example/thanks',
    })
  const { order } = await start()
  await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'FAILURE', errorCode: 'ZM' }) // a wrong PIN
  await sandbox.idle()
  await gateway.runPendingJobs()
  expect(failed).toEqual(['ZM'])
  expect(fulfilled).toEqual([])

  const { order: second } = await start() // the same cart
  await sandbox.simulatePayment(second.merchantOrderId, { outcome: 'SUCCESS' })
  await sandbox.idle()
  await gateway.runPendingJobs()
  expect(fulfilled).toEqual(['cart-1'])
})
