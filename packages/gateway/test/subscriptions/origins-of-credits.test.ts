import { inr } from '@galla/sdk'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** A weekly subscription whose third bill, which nobody pays, took credits of the first and of the second week. */
async function openTwoCredits() {
  const shop = await openSubscriptionShop(createTestGateway, { plan: { frequency: 'WEEKLY', amount: inr('499') } })
  const { gateway, until, activate, read } = shop
  await activate()
  const prorate = (amount: string) =>
    gateway.subscriptions.changeAmount('sub-7', { amount: inr(amount), prorate: true })
  // One day of seven is left of the first week, and the second bill is announced: ₹100 × 1/7.
  await until(inIndia('2027-01-16'))
  expect((await prorate('399')).carried).toBe(-1_429)
  // Six days of seven are left of the second week, which cost ₹499: ₹200 × 6/7.
  await until(inIndia('2027-01-18'))
  expect((await prorate('299')).carried).toBe(-1_429 - 17_143)
  await until(inIndia('2027-01-24') - 20 * HOUR_MS)
  expect((await read()).cycle).toMatchObject({ number: 3, amount: 29_900 - 1_429 - 17_143 })
  await gateway.subscriptions.skip('sub-7', { cycle: 3 })
  expect((await read()).carried).toBe(-1_429 - 17_143)
  const refund = (merchantOrderId: string) =>
    gateway.refunds.request({ merchantOrderId, merchantRefundId: 'back', amount: inr('499') })
  return { ...shop, refund }
}

it('a refund of the whole second bill does not end the credit for the first week when a skipped bill had taken both credits', async () => {
  const { refund, read, until } = await openTwoCredits()
  await refund('sub-7-2-1')
  expect((await read()).carried).toBe(-1_429)
  await until(inIndia('2027-01-31', '12:00') + DAY_MS)
  expect((await read()).cycle).toMatchObject({ number: 4, amount: 29_900 - 1_429 })
})

it('a refund of the whole first bill ends the credit for the first week when a skipped bill had taken both credits', async () => {
  const { refund, read } = await openTwoCredits()
  await refund('sub-7-1-1')
  expect((await read()).carried).toBe(-17_143)
})

it('the rest of a credit that is larger than the next bill is left to later bills although the bill of another week was refunded whole', async () => {
  const { gateway, until, activate, read } = await openSubscriptionShop(createTestGateway, {
    plan: { frequency: 'WEEKLY', amount: inr('4990') },
  })
  await activate()
  const change = async (amount: string) =>
    (await gateway.subscriptions.changeAmount('sub-7', { amount: inr(amount), prorate: true })).carried
  // One day of seven is left of the first week, and the second bill is announced: ₹4,890 × 1/7.
  await until(inIndia('2027-01-16'))
  expect(await change('100')).toBe(-69_858)
  // The second week costs ₹4,990. Six days of seven are left: ₹4,490 × 6/7 as well, until the bill of this week is refunded whole.
  await until(inIndia('2027-01-18'))
  await change('500')
  await gateway.refunds.request({ merchantOrderId: 'sub-7-2-1', merchantRefundId: 'back', amount: inr('4990') })
  expect((await read()).carried).toBe(-69_858)
  await until(inIndia('2027-01-24', '12:00'))
  expect(await read()).toMatchObject({ cycle: { number: 3, amount: 0, outcome: 'FREE' }, carried: 50_000 - 69_858 })
  await until(inIndia('2027-01-31', '12:00'))
  expect(await read()).toMatchObject({ cycle: { number: 4, amount: 100_000 - 69_858 }, carried: 0 })
})
