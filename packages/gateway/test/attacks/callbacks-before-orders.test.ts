import { createHash } from 'node:crypto'
import { Galla } from '@galla/sdk'
import { expect, it } from 'vitest'
import { HALF, refundOf } from '../helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, CART, CLIENT, SECRET, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

/** The provider has the order and a refund of it; the database is a backup from before both. */
it('a refund that a callback reported before its order was stored counts when the order is', async () => {
  const { gateway, sandbox, advance, drainJobs, rows } = await createTestGateway()
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  const { redirectUrl } = CART
  await client.standardCheckout.pay({ merchantOrderId: 'lost', amount: AMOUNT, redirectUrl })
  await sandbox.setFaults({ profile: 'no-callbacks' })
  await sandbox.simulatePayment('lost', { outcome: 'SUCCESS' })
  const made = { merchantRefundId: 'in-dashboard', originalMerchantOrderId: 'lost', amount: HALF }
  const { refundId } = await client.refunds.create(made)
  await client.close()
  await sandbox.simulateRefund('in-dashboard', { outcome: 'SUCCESS' })
  const payload = { originalMerchantOrderId: 'lost', refundId, amount: HALF, state: 'COMPLETED' }
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const body = JSON.stringify({ event: 'pg.refund.completed', payload })
  const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
  expect(response.status).toBe(200)
  for (let hours = 0; hours < 72; hours += 6) await advance(6 * HOUR_MS)
  expect(await rows('select "reason", "dueAtMs" from galla.callbacks')).toEqual([{ reason: 'foreign', dueAtMs: null }])

  await gateway.orders.start({ ...CART, merchantOrderId: 'lost' }).catch(() => undefined)
  await gateway.orders.sync('lost')
  await drainJobs()
  expect(await gateway.orders.get('lost')).toMatchObject({ state: 'COMPLETED', refundableAmount: AMOUNT - HALF })
  const whole = { ...refundOf('r-1', AMOUNT), merchantOrderId: 'lost' }
  await expect(gateway.refunds.request(whole)).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
  expect(await rows('select "processedAtMs" is not null as "isDone", "error" from galla.callbacks')).toEqual([
    { isDone: true, error: null },
  ])
})
