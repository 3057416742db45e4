import type { Paise } from '@galla/contract/money'
import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second and the third cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')
const THIRD = inIndia('2027-03-10')

/** A shop with a subscription whose maximum permits a surcharge. */
async function openShop(options?: Parameters<typeof openSubscriptionShop>[1]) {
  const shop = await openSubscriptionShop(createTestGateway, options)
  const { gateway, pass, read } = shop
  await shop.activate({ maxAmount: inr('499') })
  const refund = async (amount: string) => {
    await gateway.refunds.request({
      merchantOrderId: 'sub-7-1-1',
      merchantRefundId: `back-${amount}`,
      amount: inr(amount),
    })
    await pass(HOUR_MS)
  }
  const prorate = (amount: string) =>
    gateway.subscriptions.changeAmount('sub-7', { amount: inr(amount), prorate: true })
  const carried = async () => (await read()).carried
  const billed = async () => (await read()).cycle?.amount
  return { ...shop, refund, prorate, carried, billed }
}

describe('a refund after a change of the price that settles the difference', () => {
  it('of the whole bill ends the surcharge for the cycle, so that the next bill is the price', async () => {
    const { prorate, refund, until, carried, billed } = await openShop()
    await prorate('299')
    await refund('199')
    expect(await carried()).toBe(0)
    await prorate('99')
    await until(SECOND + 12 * HOUR_MS)
    expect(await billed()).toBe(9_900)
  })

  it('of the whole bill ends the credit for the cycle', async () => {
    const { prorate, refund, until, billed } = await openShop()
    await prorate('149')
    await refund('199')
    await until(SECOND + 12 * HOUR_MS)
    expect(await billed()).toBe(14_900)
  })

  it('gives back no more than was paid, together with the credit', async () => {
    const { prorate, refund, carried, until, billed } = await openShop()
    await prorate('119')
    await refund('150')
    expect(await carried()).toBe(-4_900)
    await until(SECOND + 12 * HOUR_MS)
    expect([await billed(), await carried()]).toEqual([7_000, 0])
  })

  it('ends the credit also when the bill that should settle the credit is left out', async () => {
    const { prorate, refund, gateway, carried, until, billed } = await openShop()
    await prorate('149')
    await until(SECOND - 20 * HOUR_MS)
    await gateway.subscriptions.skip('sub-7')
    expect(await carried()).toBeLessThan(-4_900)
    await refund('199')
    expect(await carried()).toBe(0)
    await until(THIRD + 12 * HOUR_MS)
    expect(await billed()).toBe(14_900)
  })

  it('leaves no credit of the refunded bill to a later cycle when the credit is larger than the next bill', async () => {
    const { prorate, refund, carried, until } = await openShop()
    await prorate('19')
    await until(SECOND - 20 * HOUR_MS)
    expect(await carried()).toBeLessThan(-15_000)
    await refund('199')
    expect(await carried()).toBe(0)
  })
})

describe('the difference of a changed price', () => {
  it('goes to the bill after the next bill when the next bill is announced', async () => {
    const { prorate, until, read, billed } = await openShop()
    await until(SECOND - 20 * HOUR_MS)
    const { carried } = await prorate('99')
    expect(carried).toBeLessThan(0)
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject({ carried, cycle: { number: 2, amount: 19_900 } })
    await until(THIRD + 12 * HOUR_MS)
    expect([await billed(), (await read()).carried]).toEqual([9_900 + carried, 0])
  })

  it('that two bills settle in parts is settled in full', async () => {
    const { prorate, until, read, billed } = await openShop()
    const first = (await prorate('149')).carried
    await until(SECOND - 20 * HOUR_MS)
    expect((await read()).carried).toBe(0)
    const second = (await prorate('99')).carried
    await until(SECOND + 12 * HOUR_MS)
    expect(await billed()).toBe(14_900 + first)
    await until(THIRD + 12 * HOUR_MS)
    expect([await billed(), (await read()).carried]).toEqual([9_900 + second, 0])
  })

  it('is left to the next cycle when nobody pays the bill that contains the difference', async () => {
    const { prorate, until, sandbox, read, billed } = await openShop()
    const { carried } = await prorate('299')
    await until(SECOND - 2 * HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 16 })
    await until(SECOND + 12 * HOUR_MS)
    expect([await billed(), (await read()).carried]).toEqual([29_900 + carried, 0])
    await until(SECOND + 20 * 24 * HOUR_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', cycle: { outcome: 'FAILED' }, carried })
  })

  it('is refused when the price with the surcharge is above the maximum of the mandate, also of a surcharge that waits', async () => {
    const { prorate, gateway, read } = await openShop()
    await expect(prorate('499')).rejects.toMatchObject({
      code: 'ABOVE_MANDATE',
      field: 'amount',
      message: expect.stringMatching(
        /^₹499\.00 with the surcharge of ₹29\d\.\d\d is more than the mandate permits, ₹499\.00: first renew/,
      ),
    })
    expect(await read()).toMatchObject({ amount: 19_900, carried: 0 })
    await prorate('299')
    const change = (amount: string) => gateway.subscriptions.changeAmount('sub-7', { amount: inr(amount) })
    await expect(change('499')).rejects.toMatchObject({ code: 'ABOVE_MANDATE' })
    expect(await change('399')).toMatchObject({ amount: 39_900 })
  })

  it('is a part of the next bill, which a new mandate must permit', async () => {
    const { prorate, gateway } = await openShop()
    const { carried } = await prorate('299')
    const renew = (maxAmount: Paise) =>
      gateway.subscriptions.renewMandate('sub-7', { maxAmount, redirectUrl: REDIRECT_URL })
    await expect(renew(inr('299'))).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'maxAmount' })
    await expect(renew((29_900 + carried) as Paise)).resolves.toMatchObject({ redirectUrl: expect.any(String) })
  })

  it('is refused when no later bill can settle the difference: in the last cycle, and after a cancellation', async () => {
    const refusal = { code: 'SUBSCRIPTION_STATE', message: expect.stringContaining('refunds.request') }
    const last = await openShop({ plan: { cycles: 1 } })
    await expect(last.prorate('99')).rejects.toMatchObject(refusal)
    const cancelled = await openShop()
    await cancelled.gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    await expect(cancelled.prorate('99')).rejects.toMatchObject(refusal)
  })

  it('is refused when the last bill is announced', async () => {
    const { prorate, until } = await openShop({ plan: { cycles: 2 } })
    await until(SECOND - 20 * HOUR_MS)
    await expect(prorate('99')).rejects.toMatchObject({ code: 'SUBSCRIPTION_STATE' })
  })

  it('is refused while the bill of the running cycle may still be paid, and taken once the bill is paid', async () => {
    const { prorate, gateway, until, sandbox, rows, read } = await openShop()
    await until(SECOND - HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'PENDING' })
    while ((await rows('select from galla.debit_tries')).length === 0) await until(sandbox.clock.now() + 10 * 60_000)
    await expect(prorate('99')).rejects.toMatchObject({
      code: 'SUBSCRIPTION_STATE',
      message: expect.stringMatching(/running cycle 2 may still be paid/),
    })
    expect(await read()).toMatchObject({ amount: 19_900, carried: 0 })
    await expect(gateway.subscriptions.changeAmount('sub-7', { amount: inr('199') })).resolves.toBeDefined()
    await sandbox.simulateRedemption('sub-7-2-1', { outcome: 'SUCCESS' })
    await until(SECOND + 24 * HOUR_MS)
    expect((await read()).cycle).toMatchObject({ number: 2, outcome: 'PAID' })
    // 27 of 28 days are left.
    expect((await prorate('99')).carried).toBe(Math.floor((-10_000 * 27) / 28))
  })

  it.each([
    [98, 0, 'FREE'],
    [100, 100, 'PAID'],
  ] as const)('that leaves a bill of %i paise leads to a debit of %i paise', async (due, amount, outcome) => {
    const { gateway, until, read } = await openShop()
    // Half of the cycle is left, so the next bill is the price and half of the change of the price.
    await until(inIndia('2027-01-25', '12:00'))
    const price = Math.ceil((due + 9_950) / 1.5) as Paise
    const { carried } = await gateway.subscriptions.changeAmount('sub-7', { amount: price, prorate: true })
    expect(price + carried).toBe(due)
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject({ cycle: { number: 2, amount, outcome }, carried: due - amount })
  })
})
