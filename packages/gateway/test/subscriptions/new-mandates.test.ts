import type { Paise } from '@galla/contract/money'
import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = inIndia('2027-02-10')
const THIRD = inIndia('2027-03-10')

async function openShop(options: Parameters<typeof openSubscriptionShop>[1] = {}) {
  const shop = await openSubscriptionShop(createTestGateway, options)
  const { gateway, sandbox, drainJobs, pass } = shop
  const renew = (maxAmount?: Paise) =>
    gateway.subscriptions.renewMandate('sub-7', { redirectUrl: REDIRECT_URL, ...(maxAmount && { maxAmount }) })
  const approve = async (number: number) => {
    await sandbox.simulatePayment(`sub-7-m${number}-setup`, { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
  }
  const states = async (...numbers: number[]) =>
    Promise.all(
      numbers.map(async (one) => (await sandbox.mandate(`sub-7-m${one}`)).state.replace(/^CANCEL.*/, 'ENDED')),
    )
  return { ...shop, renew, approve, states }
}

describe('a new mandate', () => {
  it('that the payer approves after a cancellation at the end of the cycle ends with the subscription', async () => {
    const { activate, renew, approve, states, gateway, until, debited } = await openShop()
    await activate()
    await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    const opened = await renew()
      .then(() => true)
      .catch(() => false)
    if (opened) await approve(2)
    await until(SECOND + 3 * DAY_MS)
    expect(await states(1, ...(opened ? [2] : []))).toEqual(opened ? ['ENDED', 'ENDED'] : ['ENDED'])
    expect(await debited()).toEqual([])
  })

  it('that was open when the subscription was cancelled and is approved later is ended', async () => {
    const { activate, renew, approve, states, gateway, until } = await openShop()
    await activate()
    await renew()
    await gateway.subscriptions.cancel('sub-7')
    await approve(2)
    await until(SECOND)
    expect(await states(1, 2)).toEqual(['ENDED', 'ENDED'])
  })

  it('of two that the payer approves, the newest is debited and the others end', async () => {
    const { activate, renew, approve, states, until, debited, cycles } = await openShop()
    await activate()
    await renew(inr('299'))
    await renew(inr('399'))
    await approve(3)
    await approve(2)
    await until(SECOND + 12 * HOUR_MS)
    expect(await states(1, 2, 3)).toEqual(['ENDED', 'ENDED', 'ACTIVE'])
    expect(await debited('sub-7-m3')).toEqual(['sub-7-2-1'])
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
  })

  it('that is approved while a request to debit has no answer waits, and the cycle is debited once', async () => {
    const { activate, renew, approve, states, until, sandbox, rows, debited, cycles } = await openShop()
    await activate()
    await until(SECOND - HOUR_MS)
    await sandbox.setFaults({
      callbacks: { dropRate: 1 },
      rules: [{ kind: 'lost-reply', endpoints: ['subscriptionRedeem'], times: 1 }],
    })
    await renew(inr('299'))
    while ((await rows('select 1 from galla.debit_tries')).length === 0) await until(sandbox.clock.now() + 5 * 60_000)
    await renew(inr('299'))
    const setups = await rows<{ id: string }>(
      `select "merchantOrderId" as "id" from galla.orders where "checkout" = 'MANDATE_CHECK' order by 1`,
    )
    await sandbox.setFaults({})
    await approve(setups.length + 1)
    await until(THIRD + 12 * HOUR_MS)
    const all = [...(await debited('sub-7-m1')), ...(await debited(`sub-7-m${setups.length + 1}`))]
    expect(all).toEqual(['sub-7-2-1', 'sub-7-3-1'])
    expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'PAID', 'PAID'])
    expect(await states(1)).toEqual(['ENDED'])
  })

  it('after the payer has revoked the old mandate bills the running cycle of the halted subscription once', async () => {
    const { activate, renew, approve, until, sandbox, debited, read, cycles } = await openShop()
    await activate()
    await until(SECOND - HOUR_MS)
    await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
    await until(SECOND + 5 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'mandate-ended' })
    await renew()
    await approve(2)
    await until(SECOND + 8 * DAY_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { number: 2, outcome: 'PAID' }])
    expect(await debited('sub-7-m2')).toHaveLength(1)
  })

  it('whose maximum is the price plus the surcharge takes the bill with the surcharge', async () => {
    const { activate, renew, approve, gateway, until, sandbox, read } = await openShop()
    await activate({ maxAmount: inr('499') })
    await until(inIndia('2027-01-20'))
    const { carried } = await gateway.subscriptions.changeAmount('sub-7', { amount: inr('299'), prorate: true })
    // 21 days of 31 are left.
    expect(carried).toBe(Math.floor((10_000 * 21) / 31))
    await renew((29_900 + carried) as Paise)
    await approve(2)
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject({ cycle: { amount: 29_900 + carried, outcome: 'PAID' } })
    expect(await sandbox.redemption('sub-7-2-1')).toMatchObject({ amount: 29_900 + carried, state: 'COMPLETED' })
  })

  it('that fails to be approved leaves the old mandate billing', async () => {
    const { activate, renew, sandbox, drainJobs, until, debited, states } = await openShop()
    await activate()
    await renew(inr('299'))
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'FAILURE' })
    await drainJobs()
    await until(THIRD + 12 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1', 'sub-7-3-1'])
    expect(await states(1)).toEqual(['ACTIVE'])
  })

  it('that the payer revokes at once leaves the old mandate billing', async () => {
    const { activate, renew, sandbox, drainJobs, pass, until, debited } = await openShop()
    await activate()
    await until(SECOND - 3 * HOUR_MS)
    await renew(inr('299'))
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await sandbox.simulateMandate('sub-7-m2', { action: 'REVOKE' })
    await drainJobs()
    await pass(10 * 60_000)
    await until(THIRD + 12 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1', 'sub-7-3-1'])
  })
})
