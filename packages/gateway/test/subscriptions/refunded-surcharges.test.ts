import { inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import { HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = inIndia('2027-02-10')
const THIRD = inIndia('2027-03-10')
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

it('a surcharge whose bill is refunded in part is not charged again, and one whose bill failed is charged once', async () => {
  const { activate, gateway, until, sandbox, read } = await openShop()
  await activate({ maxAmount: inr('999') })
  await until(inIndia('2027-01-25', '12:00'))
  const { carried } = await gateway.subscriptions.changeAmount('sub-7', { amount: inr('299'), prorate: true })
  expect(carried).toBe(5_000)
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 16 })
  await until(THIRD - 40 * HOUR_MS)
  expect(await read()).toMatchObject({ state: 'HALTED', carried: 5_000 })
  await sandbox.queueOutcome({ outcome: 'SUCCESS', next: 1 })
  await gateway.subscriptions.resume('sub-7')
  await until(THIRD + 12 * HOUR_MS)
  expect(await read()).toMatchObject({ carried: 0, cycle: { number: 3, amount: 34_900, outcome: 'PAID' } })
  await gateway.refunds.request({ merchantOrderId: 'sub-7-3-1', merchantRefundId: 'back', amount: inr('100') })
  expect(await read()).toMatchObject({ carried: 0 })
})
