import { describe, expect, it } from 'vitest'
import { actingAs } from '../../src/services/access/audit.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { insertUser } from '../../src/storage/access/users.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { HOUR_MS, inIndia, openSubscriptionShop, payingLate, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)
type Shop = Awaited<ReturnType<typeof openShop>>

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** Fails the first debit of the second cycle once. */
async function failOnce({ until, sandbox }: Shop): Promise<void> {
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
  await until(SECOND + HOUR_MS)
}

describe('a subscription that is cancelled at the end of its cycle', () => {
  it.each([
    ['whose next debit is announced', {}, '2027-02-09', '2027-02-10'],
    ['in its trial, whose first debit is announced', { plan: { trialDays: 10 } }, '2027-01-19', '2027-01-20'],
    ['of 31 January, in March', { startMs: inIndia('2027-01-31', '11:00') }, '2027-03-30', '2027-03-31'],
    ['of a leap day', { startMs: inIndia('2028-02-29', '11:00') }, '2028-03-28', '2028-03-29'],
    ['with two cycles, in the last cycle', { plan: { cycles: 2 } }, '2027-03-09', '2027-03-10'],
  ] as const)('%s ends exactly when its view says', async (_, options, cancelledOn, endsOn) => {
    const { activate, until, gateway, read, eventsOf, heard, sandbox } = await openShop(options)
    await activate()
    await until(inIndia(cancelledOn))
    const { cancel } = await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    const endsAtMs = inIndia(endsOn)
    expect(cancel).toMatchObject({ endsAtMs })
    await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    await until(inIndia(cancelledOn) + HOUR_MS)
    expect(eventsOf('updated')).toEqual([expect.stringMatching(/^updated \S+ ACTIVE$/)])
    await until(endsAtMs - 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE', nextActionAtMs: endsAtMs })
    await until(endsAtMs)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    await until(endsAtMs + 5 * 24 * HOUR_MS)
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
    expect(eventsOf('cancelled')).toHaveLength(1)
    expect(heard.at(-1)).toMatch(/^cancelled /)
  })

  it('ends exactly when its view says although the payer paused the mandate and a debit is announced', async () => {
    const { activate, until, gateway, read, sandbox, pass } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: SECOND + 24 * HOUR_MS })
    await pass(10 * 60_000)
    await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    await until(SECOND)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
  })

  it('that was left out ends at once, also when the following cycle is open', async () => {
    const { activate, until, gateway } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    await gateway.subscriptions.skip('sub-7')
    await until(inIndia('2027-03-10') - 20 * HOUR_MS)
    expect(await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })).toMatchObject({ state: 'CANCELLED' })
  })

  it.each([
    ['past due', SECOND + 30 * HOUR_MS, 'PAST_DUE'],
    ['halted', inIndia('2027-03-01'), 'HALTED'],
  ] as const)(
    'that is %s ends at once, because nobody has paid its cycle, and is not debited again',
    async (...given) => {
      const [, cancelledAtMs, state] = given
      const shop = await openShop()
      await shop.activate()
      await shop.until(SECOND - HOUR_MS)
      await shop.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
      await shop.until(cancelledAtMs)
      expect(await shop.read()).toMatchObject({ state, cycle: { number: 2 } })
      const tries = () => shop.rows('select 1 from galla.debit_tries')
      const { length } = await tries()
      expect(await shop.gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })).toMatchObject({
        state: 'CANCELLED',
        cancel: { at: 'now' },
      })
      await shop.pass(5 * 24 * HOUR_MS)
      expect(await tries()).toHaveLength(length)
    },
  )

  it('before the payer has approved ends at once, because no cycle is paid', async () => {
    const { gateway, heard, sandbox, drainJobs, pass, rows } = await openShop()
    await gateway.subscriptions.start(START)
    const cancelled = await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    expect(cancelled).toMatchObject({ state: 'CANCELLED', cancel: { at: 'now' } })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(2 * HOUR_MS)
    expect(heard).toEqual(['cancelled sub-7-1-1 CANCELLED'])
    expect(await rows('select "refundedAmount"::int as "back" from galla.orders')).toEqual([{ back: 19_900 }])
  })
})

describe('a subscription that has ended', () => {
  it('tells of no debit any more, also when the order of a debit that it had requested fails later', async () => {
    const shop = await openShop()
    await shop.activate()
    await failOnce(shop)
    await shop.gateway.subscriptions.cancel('sub-7')
    await shop.until(SECOND + 5 * 24 * HOUR_MS)
    expect((await shop.gateway.orders.get('sub-7-2-1'))?.state).toBe('FAILED')
    expect(shop.heard.at(-1)).toBe('cancelled sub-7-1-1 CANCELLED')
    expect(shop.eventsOf('charge_failed')).toEqual([])
  })

  it('returns the money of a debit that the provider first reported as failed', async () => {
    const late = { isPaid: false }
    const shop = await openShop({ wrapProvider: payingLate(late) })
    await shop.activate()
    await failOnce(shop)
    expect(await shop.gateway.subscriptions.cancel('sub-7')).toMatchObject({ state: 'CANCELLED' })
    late.isPaid = true
    await shop.until(SECOND + 5 * 24 * HOUR_MS)
    expect(await shop.rows('select "merchantOrderId", "state", "amount"::int as "amount" from galla.refunds')).toEqual([
      { merchantOrderId: 'sub-7-2-1', state: expect.any(String), amount: 19_900 },
    ])
    expect(shop.heard.at(-1)).toBe('cancelled sub-7-1-1 CANCELLED')
    // For the sandbox the debit has failed, so that the refund fails as well: a person decides, then nothing is open.
    const outcomes = async () => (await shop.cycles()).map(({ outcome }) => outcome)
    expect(await outcomes()).toEqual(['PAID', null])
    await withProcesses(shop, 1, async ([context]) => {
      if (!context) return
      await insertUser(context.database, { userId: 'u-2', name: 'ravi', role: 'finance', nowMs: 1 })
      const ravi = actingAs(context, { who: 'ravi', userId: 'u-2', role: 'finance' })
      await resolveReview(ravi, 'sub-7-2-1', { note: 'The payer has the money.' })
    })
    await shop.drainJobs()
    expect(await outcomes()).toEqual(['PAID', 'SKIPPED'])
    expect(await shop.rows('select 1 from galla.refunds')).toHaveLength(1)
  })
})

describe('a cycle that is left out after its debit was announced', () => {
  it('is closed at once, so that the following cycle can be left out too', async () => {
    const { activate, until, gateway, cycles, debited, eventsOf } = await openShop()
    await activate()
    await until(SECOND - 20 * HOUR_MS)
    expect(await gateway.subscriptions.skip('sub-7')).toMatchObject({ cycle: { number: 2, outcome: 'SKIPPED' } })
    expect(await gateway.subscriptions.skip('sub-7')).toMatchObject({ cycle: { number: 2 } })
    expect(await gateway.subscriptions.skip('sub-7', { cycle: 3 })).toMatchObject({
      cycle: { number: 3, outcome: 'SKIPPED' },
    })
    await until(inIndia('2027-04-10', '06:00'))
    expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'SKIPPED', 'SKIPPED', 'PAID'])
    expect(await debited()).toEqual(['sub-7-4-1'])
    expect(eventsOf('charge_failed')).toEqual([])
    expect((await gateway.orders.get('sub-7-2-1'))?.state).toBe('FAILED')
  })

  it('does not make a daily subscription miss the following day', async () => {
    const { activate, until, gateway, cycles, debited } = await openShop({ plan: { frequency: 'DAILY' } })
    await activate()
    await until(inIndia('2027-01-12', '20:00'))
    await gateway.subscriptions.skip('sub-7')
    await until(inIndia('2027-01-14', '23:59'))
    expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'PAID', 'PAID', 'SKIPPED', 'PAID', null])
    // The provider refuses an announcement while the order of the same day is open, so the number of the order varies.
    expect((await debited()).map((id) => id.split('-')[2])).toEqual(['2', '3', '5'])
  })

  it('waits for a debit that was requested, and is paid if the provider reports the debit as paid after all', async () => {
    const late = { isPaid: false }
    const shop = await openShop({ wrapProvider: payingLate(late) })
    await shop.activate()
    await failOnce(shop)
    expect((await shop.gateway.subscriptions.skip('sub-7')).cycle).not.toHaveProperty('outcome')
    late.isPaid = true
    await shop.until(SECOND + 5 * 24 * HOUR_MS)
    expect((await shop.cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'PAID'])
    expect(shop.eventsOf('charge_completed')).toHaveLength(2)
  })
})

describe('a daily subscription', () => {
  it('whose debit is tried until midnight and fails each time is halted', async () => {
    const shop = await openShop({ startMs: inIndia('2027-01-10', '21:00'), plan: { frequency: 'DAILY' } })
    await shop.activate()
    await shop.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await shop.until(inIndia('2027-01-12', '06:00'))
    expect(await shop.read()).toMatchObject({
      state: 'HALTED',
      haltedFor: 'debits-failed',
      cycle: { number: 2, outcome: 'FAILED' },
    })
    expect(shop.eventsOf('charge_failed')).toEqual(['charge_failed sub-7-2-1 HALTED'])
  })
})
