import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { createPayments } from './payments.ts'

const callbackCredentials = { username: 'tea_stall', password: 'Two4cups9' }

test('a paid cart is fulfilled once, however often the callback arrives', async () => {
  const answers: number[] = []
  const fulfilled: string[] = []
  const sandbox = createSandbox({
    callbacks: { url: 'https://shop.example/payments/callbacks', ...callbackCredentials },
    // Callbacks go straight to the shop: no socket.
    deliver: async (_, { headers, body }) => {
      const status = await payments.receive(new Headers(headers), String(body))
      answers.push(status)
      return new Response(null, { status })
    },
  })
  const client = { clientId: 'tea-stall', clientSecret: 'any', clientVersion: 1 }
  const galla = new Galla({ ...client, fetch: sandbox.fetch, callbackCredentials })
  const payments = createPayments(galla, 'https://shop.example', ({ cart }) => void fulfilled.push(cart))

  const { merchantOrderId, redirectUrl } = await payments.start('cart-1', inr('499.00'))
  assert.match(redirectUrl, /\/transact\/pg\?token=/) // your shop sends the payer there
  assert.equal(await payments.thanks(merchantOrderId), 'We are checking your payment.')

  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' }) // the payer pays
  await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId }) // the callback arrives once more
  await sandbox.idle()
  assert.deepEqual(answers, [200, 200])
  assert.deepEqual(fulfilled, ['cart-1'])
  assert.equal(await payments.thanks(merchantOrderId), 'Paid. Thank you!')
  assert.equal(await payments.receive({}, '{}'), 401) // a forged callback
})
