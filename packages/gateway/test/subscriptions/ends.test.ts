import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')
const namesOf = (heard: readonly string[]) => heard.map((one) => one.split(' ')[0])

describe('a subscription', () => {
  it('that is paused when it is cancelled at the end of a cycle that nobody paid ends at once, and its mandate with it', async () => {
    const { activate, until, gateway, sandbox, cycles } = await openShop()
    await activate()
    await until(SECOND - 2 * HOUR_MS)
    await gateway.subscriptions.pause('sub-7')
    await until(SECOND + HOUR_MS)
    expect(await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })).toMatchObject({ state: 'CANCELLED' })
    await until(inIndia('2027-03-10') + HOUR_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'SKIPPED' }])
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
  })

  it('that nobody approves tells that it has expired, once', async () => {
    const { gateway, pass, heard } = await openShop()
    await gateway.subscriptions.start(START)
    await pass(3 * DAY_MS)
    expect(heard).toEqual(['expired sub-7-1-1 EXPIRED'])
  })

  it('that expired before the payer approved returns the first bill and ends the mandate', async () => {
    const { gateway, sandbox, drainJobs, pass, rows, read } = await openShop()
    await gateway.subscriptions.start(START)
    await pass(30 * 60_000)
    expect(await read()).toMatchObject({ state: 'EXPIRED' })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    expect((await sandbox.mandate('sub-7-m1')).state).toBe('ACTIVE')
    await drainJobs()
    await pass(2 * HOUR_MS)
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
    expect(await rows('select "refundedAmount"::int as "back" from galla.orders')).toEqual([{ back: 19_900 }])
  })

  it('that was cancelled before the payer approved returns the rest of a first bill that the merchant has refunded in part', async () => {
    const { gateway, sandbox, drainJobs, pass, rows, cycles } = await openShop()
    await gateway.subscriptions.start(START)
    await gateway.subscriptions.cancel('sub-7')
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await gateway.orders.sync('sub-7-1-1')
    await gateway.refunds.request({ merchantOrderId: 'sub-7-1-1', merchantRefundId: 'part', amount: inr('50') })
    await drainJobs()
    await pass(2 * HOUR_MS)
    expect(await rows('select "amount"::int as "amount" from galla.refunds order by "amount"')).toEqual([
      { amount: 5_000 },
      { amount: 14_900 },
    ])
    expect(await cycles()).toEqual([{ number: 1, outcome: 'SKIPPED' }])
  })

  it('that is halted can be cancelled', async () => {
    const { gateway, sandbox, activate, until, read } = await openShop()
    await activate()
    await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
    await until(SECOND)
    expect((await read()).state).toBe('HALTED')
    const ended = await gateway.subscriptions.cancel('sub-7')
    expect(ended.state).toBe('CANCELLED')
    expect(ended.haltedFor).toBeUndefined()
  })

  it('whose payer pays and revokes the mandate at once is active for its first cycle, and is halted with the next one', async () => {
    const { gateway, sandbox, drainJobs, until, read, heard, cycles } = await openShop()
    await gateway.subscriptions.start(START)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
    await drainJobs()
    await until(SECOND - 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE' })
    await until(SECOND)
    expect(namesOf(heard)).toEqual(['activated', 'charge_completed', 'halted'])
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'mandate-ended' })
    expect(await cycles()).toEqual([{ number: 1, outcome: 'PAID' }])
  })

  it.each([
    ['of a policy without repetitions', { gateway: { subscriptions: subscriptions({ retryAfterDays: [] }) } }, SECOND],
    ['of every day', { plan: { frequency: 'DAILY' } }, inIndia('2027-01-11')],
  ] as const)('%s whose debits of a cycle all fail is halted', async (_, options, cycleMs) => {
    const { activate, until, read, sandbox, eventsOf } = await openShop(options)
    await activate()
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(cycleMs + 5 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'debits-failed' })
    expect(eventsOf('charge_failed')).toHaveLength(1)
  })
})

describe('a renewal of the mandate', () => {
  it('between announcement and debit waits for the debit, which the old mandate permits', async () => {
    const { activate, until, gateway, sandbox, drainJobs, cycles, eventsOf, debited, read } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('499'), redirectUrl: REDIRECT_URL })
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await until(SECOND + DAY_MS)
    expect(eventsOf('charge_failed')).toEqual([])
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect([await debited('sub-7-m1'), await debited('sub-7-m2')]).toEqual([['sub-7-2-1'], []])
    expect(await read()).toMatchObject({ mandate: { merchantSubscriptionId: 'sub-7-m2' } })
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
  })

  it('while the old mandate is paused takes its place, and no debit of the old one is requested', async () => {
    const { activate, until, gateway, sandbox, drainJobs, cycles, pass, debited, rows, eventsOf } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: SECOND + 24 * HOUR_MS })
    await pass(10 * 60_000)
    await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('499'), redirectUrl: REDIRECT_URL })
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await until(SECOND + 6 * DAY_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect(await debited('sub-7-m2')).toEqual(['sub-7-2-2'])
    expect(await rows('select "merchantOrderId" from galla.debit_tries')).toEqual([{ merchantOrderId: 'sub-7-2-2' }])
    expect(eventsOf('charge_failed')).toEqual([])
  })
})

describe('a debit that the provider reports as paid', () => {
  it('after its cycle was closed as failed is returned, because nothing was delivered for it', async () => {
    const late = { isPaid: false }
    const shop = await openShop({
      gateway: { subscriptions: subscriptions({ retryAfterDays: [] }) },
      wrapProvider: (provider) => async (input, init) => {
        const response = await provider(input, init)
        if (!late.isPaid || !/sub-7-2-1\/status/.test(String(input))) return response
        const { errorCode: _, detailedErrorCode: __, paymentDetails, ...status } = await response.json()
        const [first] = paymentDetails
        return Response.json({ ...status, state: 'COMPLETED', paymentDetails: [{ ...first, state: 'COMPLETED' }] })
      },
    })
    const { activate, until, sandbox, cycles, gateway, drainJobs, rows } = shop
    await activate()
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(SECOND + 2 * DAY_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'FAILED' }])
    late.isPaid = true
    await gateway.orders.sync('sub-7-2-1')
    await drainJobs()
    expect(await rows('select "merchantOrderId", "amount"::int as "amount" from galla.refunds')).toEqual([
      { merchantOrderId: 'sub-7-2-1', amount: 19_900 },
    ])
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'FAILED' }])
  })
})
