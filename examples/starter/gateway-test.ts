import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createGateway, type Gateway } from '@galla/gateway'
import { createSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { gatewaySettings } from './gateway-settings.ts'
import { readSettings } from './settings.ts'

const variables = {
  GALLA_CLIENT_ID: 'tea-stall',
  GALLA_CLIENT_SECRET: 'any words will do in the sandbox',
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'Two4cups9',
}

test('a paid cart is fulfilled once, however often the callback arrives', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
  const settings = readSettings({ ...variables, GALLA_DATABASE: folder })
  const fulfilled: string[] = []
  const sandbox = createSandbox({
    clock: { frozen: true, startMs: Date.now() },
    callbacks: { url: 'https://shop.example/payments/callbacks', ...settings.callbackCredentials },
    // Callbacks go straight to the gateway: no socket.
    deliver: (url, init) => gateway.fetch(new Request(url, init)),
  })
  const gateway: Gateway = await createGateway({
    ...gatewaySettings(settings),
    client: new Galla({ ...settings.client, fetch: sandbox.fetch }),
    clock: sandbox.clock,
    on: { 'order.completed': ({ order }) => void fulfilled.push(order.reference) },
  })
  context.after(async () => {
    await gateway.stop()
    await sandbox.close()
    await rm(folder, { recursive: true })
  })

  const { order, redirectUrl } = await gateway.orders.start({
    reference: 'cart-1',
    amount: inr('499.00'),
    checkout: 'STANDARD',
    redirectUrl: gateway.returns.url('https://shop.example/thanks', 'cart-1'),
  })
  assert.match(redirectUrl ?? '', /\/transact\/pg\?token=/) // your shop sends the payer there

  const { merchantOrderId } = order
  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }) // the payer pays
  await sandbox.idle() // the callback arrives
  await gateway.runPendingJobs() // the gateway reads the order status and calls your handler
  assert.deepEqual(fulfilled, ['cart-1'])

  await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId }) // once more
  await gateway.runPendingJobs()
  assert.deepEqual(fulfilled, ['cart-1'])
  assert.equal((await gateway.orders.get(merchantOrderId))?.state, 'COMPLETED')
})
