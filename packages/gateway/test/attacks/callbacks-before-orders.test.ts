import { Galla } from '@galla/sdk'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { MAX_ATTEMPTS } from '../../src/domain/retries.ts'
import { JOBS } from '../../src/workers/jobs.ts'
import type { JobContext } from '../../src/workers/process-due.ts'
import { HALF, payOrder, refundOf, withProcesses } from '../helpers/paid-order.ts'
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
  await gateway.markRestored()
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

it('a repetition that is answered during the last attempt is not forgotten with it', async () => {
  const testGateway = await createTestGateway()
  const { gateway, sandbox, advance, rows } = testGateway
  const payload = { originalMerchantOrderId: 'restored', refundId: 'OMR-1', amount: HALF, state: 'COMPLETED' }
  await post(testGateway, 'pg.refund.completed', payload)
  const attempts = async () => (await rows<{ attempts: number }>('select "attempts" from galla.callbacks'))[0]?.attempts
  for (let n = 0; (await attempts()) !== MAX_ATTEMPTS - 1; n += 1) {
    expect(n).toBeLessThan(MAX_ATTEMPTS)
    await advance(HOUR_MS)
  }
  await sandbox.clock.advance(6 * HOUR_MS)
  await withProcesses(testGateway, 1, async ([context]) => {
    const { database } = context as GatewayContext
    let repetition: 'none' | 'sent' | 'answered' = 'none'
    const repeatedMeanwhile: GatewayContext['database'] = {
      ...database,
      async query(statement) {
        // The last attempt has found no order; the order is stored, and the provider repeats the callback.
        if (statement.name === 'mark-foreign' && repetition === 'none') {
          repetition = 'sent'
          await payOrder(testGateway, 'restored')
          await post(testGateway, 'pg.refund.completed', payload)
          repetition = 'answered'
        }
        return database.query(statement)
      },
    }
    await JOBS.inbox({ ...(context as JobContext), database: repeatedMeanwhile })
    expect(repetition).toBe('answered')
  })
  await advance(HOUR_MS)
  expect(await gateway.orders.get('restored')).toMatchObject({ refundedAmount: HALF, refundableAmount: AMOUNT - HALF })
})
