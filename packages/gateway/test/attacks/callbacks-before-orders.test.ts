import { Galla } from '@galla/sdk'
import { expect, it } from 'vitest'
import { HALF, refundOf } from '../helpers/paid-order.ts'
import { post } from '../helpers/posted-callbacks.ts'
import { AMOUNT, CART, CLIENT, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

/** The provider has the order and a refund of it; the database is a backup from before both. */
it('a refund that a callback reported before its order was stored counts when the order is', async () => {
  const testGateway = await createTestGateway()
  const { gateway, sandbox, advance, drainJobs, rows } = testGateway
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
  await post(testGateway, 'pg.refund.completed', payload)
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
