import type { Paise } from '@galla/contract/money'
import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { subscriptions } from '../src/subscriptions.ts'
import { setUpElsewhere } from './helpers/foreign-mandate.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

describe('a running subscription', () => {
  it('that is cancelled at once is not debited again, also after the announcement, and its mandate ends', async () => {
    const { activate, until, gateway, sandbox, debited, read, eventsOf, pass } = await openShop()
    await activate()
    await until(SECOND - 2 * HOUR_MS)
    await gateway.subscriptions.cancel('sub-7')
    await pass(60_000)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
    await until(SECOND + 12 * HOUR_MS)
    expect(await debited()).toEqual([])
    expect(eventsOf('cancelled')).toHaveLength(1)
    await expect(gateway.subscriptions.pause('sub-7')).rejects.toMatchObject({ code: 'SUBSCRIPTION_STATE' })
    expect(await gateway.subscriptions.cancel('sub-7')).toMatchObject({ state: 'CANCELLED' })
  })

  it('that is cancelled at the end of its cycle goes on until then', async () => {
    const { activate, until, gateway, debited, read } = await openShop()
    await activate()
    expect(await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })).toMatchObject({
      state: 'ACTIVE',
      cancel: { at: 'cycle-end', endsAtMs: SECOND },
    })
    await until(SECOND - 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE' })
    await until(SECOND + 60_000)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    expect(await debited()).toEqual([])
  })

  it('leaves a cycle out that is skipped, and is debited for the following one', async () => {
    const { activate, until, gateway, cycles, debited } = await openShop()
    await activate()
    await gateway.subscriptions.skip('sub-7')
    await until(inIndia('2027-03-10', '06:00'))
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'SKIPPED' }, { outcome: 'PAID' }])
    expect(await debited()).toEqual(['sub-7-3-1'])
  })

  it('leaves one cycle out when the call is repeated, also after an hour', async () => {
    const { activate, until, gateway, cycles, debited } = await openShop()
    await activate()
    await gateway.subscriptions.skip('sub-7')
    await gateway.subscriptions.skip('sub-7')
    await until(inIndia('2027-01-10', '13:30'))
    await gateway.subscriptions.skip('sub-7')
    await until(inIndia('2027-03-10', '06:00'))
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'SKIPPED' }, { outcome: 'PAID' }])
    expect(await debited()).toEqual(['sub-7-3-1'])
  })

  it('that is past due leaves one cycle out when the call is repeated, and the following one when the call names it', async () => {
    const { activate, until, gateway, sandbox, cycles } = await openShop()
    await activate()
    await until(SECOND - HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
    await until(SECOND + 1.2 * DAY_MS)
    const skip = (cycle?: number) => gateway.subscriptions.skip('sub-7', cycle === undefined ? {} : { cycle })
    expect(await skip()).toMatchObject({ state: 'ACTIVE', cycle: { number: 2, outcome: 'SKIPPED' } })
    expect(await skip()).toMatchObject({ cycle: { number: 2 } })
    expect(await skip(3)).toMatchObject({ cycle: { number: 3, outcome: 'SKIPPED' } })
    for (const cycle of [2, 3, undefined]) expect(await skip(cycle)).toMatchObject({ cycle: { number: 3 } })
    for (const cycle of [1, 5])
      await expect(skip(cycle)).rejects.toMatchObject({
        code: 'SUBSCRIPTION_STATE',
        message: expect.stringContaining(`cycle ${cycle} cannot be left out, but cycle 4 can`),
      })
    await expect(skip(0)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'cycle' })
    expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'SKIPPED', 'SKIPPED'])
  })

  it('leaves out the running cycle, not a cycle that has passed, when the call comes after a long pause', async () => {
    const { activate, until, gateway, cycles, debited } = await openShop()
    await activate()
    await gateway.subscriptions.pause('sub-7')
    await until(inIndia('2027-03-20'))
    await gateway.subscriptions.skip('sub-7')
    await gateway.subscriptions.resume('sub-7')
    await until(inIndia('2027-04-10', '06:00'))
    expect((await cycles()).map(({ outcome }) => outcome)).toEqual(['PAID', 'MISSED', 'SKIPPED', 'PAID'])
    expect(await debited()).toEqual(['sub-7-4-1'])
  })

  it('that the merchant paused makes no debit, and does not collect the cycles of the pause', async () => {
    const { activate, until, gateway, cycles, debited, read, eventsOf } = await openShop()
    await activate()
    expect(await gateway.subscriptions.pause('sub-7', { untilMs: inIndia('2027-02-20') })).toMatchObject({
      state: 'PAUSED',
    })
    await until(inIndia('2027-02-20') + 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE' })
    expect([eventsOf('paused').length, eventsOf('resumed').length]).toEqual([1, 1])
    await until(inIndia('2027-03-10', '06:00'))
    expect((await cycles()).at(-1)).toEqual({ number: 3, outcome: 'PAID' })
    expect(await debited()).not.toContain('sub-7-1-2')
  })

  it('takes a lower price with the difference for the rest of the paid cycle, and refuses one above the mandate', async () => {
    const { activate, gateway, until, read, sandbox } = await openShop()
    await activate()
    await expect(gateway.subscriptions.changeAmount('sub-7', { amount: inr('299') })).rejects.toMatchObject({
      code: 'ABOVE_MANDATE',
      message: expect.stringContaining('renew the mandate'),
    })
    const changed = await gateway.subscriptions.changeAmount('sub-7', { amount: inr('99'), prorate: true })
    expect(changed.amount).toBe(9_900)
    // 30 of 31 days and some hours of ₹100, rounded to the paisa in the payer's favour.
    expect(changed.carried).toBeLessThan(-9_700)
    await until(SECOND + 12 * HOUR_MS)
    const due = 9_900 + changed.carried
    const { cycle } = await read()
    expect(cycle).toMatchObject({
      number: 2,
      ...(due < 100 ? { amount: 0, outcome: 'FREE' } : { amount: due, outcome: 'PAID' }),
    })
    if (due >= 100) expect(await sandbox.redemption('sub-7-2-1')).toMatchObject({ amount: due, state: 'COMPLETED' })
  })

  it('that the payer has not approved refuses a price above its mandate, and does not name a call that is refused too', async () => {
    const { gateway } = await openShop()
    await gateway.subscriptions.start(START)
    await expect(gateway.subscriptions.changeAmount('sub-7', { amount: inr('299') })).rejects.toMatchObject({
      code: 'ABOVE_MANDATE',
      message: expect.stringContaining('so start another subscription with a larger maxAmount'),
    })
  })

  it('pays no difference for a price that the payer has paid in the running cycle, whatever the price was meanwhile', async () => {
    const { activate, gateway } = await openShop()
    await activate()
    const change = async (amount: Paise, prorate: boolean) =>
      (await gateway.subscriptions.changeAmount('sub-7', { amount, prorate })).carried
    await change(inr('99'), false)
    expect(await change(inr('199'), true)).toBe(0)
    await change(inr('149'), false)
    const credit = await change(inr('149'), true)
    expect(credit).toBeLessThan(-4_800)
    expect(await change(inr('149'), true)).toBe(credit)
    await change(inr('189'), false)
    expect(Math.abs(await change(inr('199'), true))).toBeLessThan(2)
  })

  it('pays no difference for a cycle whose bill was refunded whole', async () => {
    const { activate, gateway, pass } = await openShop()
    await activate()
    await gateway.refunds.request({ merchantOrderId: 'sub-7-1-1', merchantRefundId: 'back-1', amount: inr('199') })
    await pass(HOUR_MS)
    const changed = await gateway.subscriptions.changeAmount('sub-7', { amount: inr('99'), prorate: true })
    expect(changed).toMatchObject({ amount: 9_900, carried: 0 })
  })

  it('gives back at most the rest of a bill that was refunded in part, and charges no more than this credit when the price rises again', async () => {
    const { activate, gateway, pass } = await openShop()
    await activate()
    await gateway.refunds.request({ merchantOrderId: 'sub-7-1-1', merchantRefundId: 'back-1', amount: inr('190') })
    await pass(HOUR_MS)
    const lower = await gateway.subscriptions.changeAmount('sub-7', { amount: inr('99'), prorate: true })
    expect(lower).toMatchObject({ amount: 9_900, carried: -900 })
    const again = await gateway.subscriptions.changeAmount('sub-7', { amount: inr('199'), prorate: true })
    // Each of the two differences is rounded in the payer's favour.
    expect(again).toMatchObject({ amount: 19_900, carried: -1 })
  })

  it('of a mandate whose debits all have one amount refuses another price', async () => {
    const { gateway, sandbox } = await openShop()
    await setUpElsewhere(sandbox, { amountType: 'FIXED', maxAmount: inr('199') })
    const mandate = { merchantSubscriptionId: 'club-8', setupOrderId: 'club-8-setup' }
    await gateway.subscriptions.importMandate({
      ...{ subscriptionId: 'sub-8', planId: 'tea', nextCycleOn: '2027-02-10' },
      ...mandate,
    })
    await expect(gateway.subscriptions.changeAmount('sub-8', { amount: inr('99') })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'amount',
      message: expect.stringContaining('₹199.00, which is every debit of this mandate'),
    })
  })

  it('refuses a new mandate that permits less than its price, or than the open cycle', async () => {
    const { activate, gateway, until } = await openShop()
    await activate({ maxAmount: inr('499') })
    const renew = (maxAmount: Paise) =>
      gateway.subscriptions.renewMandate('sub-7', { maxAmount, redirectUrl: REDIRECT_URL })
    const refusal = { code: 'INVALID_REQUEST', field: 'maxAmount' }
    await expect(renew(inr('198'))).rejects.toMatchObject(refusal)
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('299'), prorate: true })
    await until(SECOND - 36 * HOUR_MS)
    await expect(renew(inr('300'))).rejects.toMatchObject(refusal)
    await expect(renew(inr('499'))).resolves.toMatchObject({ redirectUrl: expect.any(String) })
  })

  it('refuses a price above a new mandate that the payer can approve or has approved, until its page has ended', async () => {
    const { activate, gateway, sandbox, pass, drainJobs, read } = await openShop()
    await activate({ maxAmount: inr('499') })
    const rise = () => gateway.subscriptions.changeAmount('sub-7', { amount: inr('399') })
    const refusal = {
      code: 'ABOVE_MANDATE',
      field: 'amount',
      message: expect.stringContaining(
        '₹399.00 is more than the new mandate permits that the payer can approve, ₹199.00',
      ),
    }
    const renewal = { maxAmount: inr('199'), redirectUrl: REDIRECT_URL }
    await gateway.subscriptions.renewMandate('sub-7', renewal)
    await expect(rise()).rejects.toMatchObject(refusal)
    await pass(25 * 60_000)
    expect(await rise()).toMatchObject({ amount: 39_900 })
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('199') })
    await gateway.subscriptions.renewMandate('sub-7', renewal)
    await sandbox.simulatePayment('sub-7-m3-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE', mandate: { maxAmount: 19_900 } })
    await expect(rise()).rejects.toMatchObject({ code: 'ABOVE_MANDATE' })
  })

  it('keeps its mandate when the payer approves a smaller new mandate after its page has ended and the price was raised', async () => {
    const { activate, until, gateway, sandbox, drainJobs, pass, read, debited } = await openShop()
    await activate({ maxAmount: inr('499') })
    await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('199'), redirectUrl: REDIRECT_URL })
    await pass(25 * 60_000)
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('299') })
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(2 * HOUR_MS)
    expect((await sandbox.mandate('sub-7-m2')).state).toMatch(/^CANCEL/)
    expect(await gateway.subscriptions.changeAmount('sub-7', { amount: inr('399') })).toMatchObject({ amount: 39_900 })
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject({ state: 'ACTIVE', mandate: { merchantSubscriptionId: 'sub-7-m1' } })
    expect(await debited('sub-7-m1')).toEqual(['sub-7-2-1'])
  })

  it('keeps its mandate when a raise of the price comes before the news that the payer approved a smaller new mandate', async () => {
    const { activate, until, gateway, sandbox, read, debited } = await openShop()
    await activate({ maxAmount: inr('499') })
    await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('199'), redirectUrl: REDIRECT_URL })
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.clock.advance(19 * 60_000)
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await sandbox.clock.advance(2 * 60_000)
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('299') })
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject({ state: 'ACTIVE', mandate: { merchantSubscriptionId: 'sub-7-m1' } })
    expect([await debited('sub-7-m1'), await debited('sub-7-m2')]).toEqual([['sub-7-2-1'], []])
    expect((await sandbox.mandate('sub-7-m2')).state).toMatch(/^CANCEL/)
  })

  it('tells of a new mandate with the order by which the payer approved the new mandate', async () => {
    const { activate, gateway, sandbox, drainJobs, pass, eventsOf } = await openShop()
    await activate()
    await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('499'), redirectUrl: REDIRECT_URL })
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
    expect(eventsOf('updated')).toEqual(['updated sub-7-m2-setup ACTIVE'])
  })

  it('is debited under a new mandate once the payer has approved it, and the old mandate ends', async () => {
    const { activate, until, gateway, sandbox, drainJobs, pass, read, debited, rows } = await openShop()
    await activate()
    const renewal = { maxAmount: inr('499'), redirectUrl: REDIRECT_URL }
    const { redirectUrl, subscription } = await gateway.subscriptions.renewMandate('sub-7', renewal)
    expect(subscription.mandate.merchantSubscriptionId).toBe('sub-7-m1')
    expect((await gateway.subscriptions.renewMandate('sub-7', renewal)).redirectUrl).toBe(redirectUrl)
    await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
    expect(await read()).toMatchObject({
      state: 'ACTIVE',
      mandate: { merchantSubscriptionId: 'sub-7-m2', maxAmount: 49_900 },
    })
    expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('299') })
    await until(SECOND + 12 * HOUR_MS)
    expect(await debited('sub-7-m1')).toEqual([])
    expect(await debited('sub-7-m2')).toEqual(['sub-7-2-1'])
    const paid = await rows<{ amount: number }>(
      'select "amount"::float8 as "amount" from galla.ledger order by "entryId"',
    )
    expect(paid.map(({ amount }) => amount)).toEqual([19_900, 29_900])
  })
})

describe('a subscription whose debits fail', () => {
  it('is past due or halted in the database when the event of the failed debit is', async () => {
    const shop = await openShop({ gateway: { subscriptions: subscriptions({ retryAfterDays: [1] }) } })
    const { activate, until, sandbox, rows } = shop
    await activate()
    await rows('create table told ("merchantOrderId" text, "state" text)')
    await rows(`create function tell() returns trigger language plpgsql as $$ begin
      insert into told select new."merchantOrderId", "state" from galla.plan_subscriptions where "subscriptionId" = new."subscriptionId";
      return null; end $$`)
    await rows(`create constraint trigger tell after insert on galla.events deferrable initially deferred
      for each row when (new."event" = 'subscription.charge_failed') execute function tell()`)
    await until(SECOND - 2 * HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(SECOND + 5 * DAY_MS)
    expect(await rows('select * from told')).toEqual([
      { merchantOrderId: 'sub-7-2-1', state: 'PAST_DUE' },
      { merchantOrderId: 'sub-7-2-2', state: 'HALTED' },
    ])
  })

  it('is past due, announces the debit again by the policy, and is halted after the last one', async () => {
    const shop = await openShop({ gateway: { subscriptions: subscriptions({ retryAfterDays: [1] }) } })
    const { activate, until, sandbox, cycles, debited, read, eventsOf, gateway } = shop
    await activate()
    await until(SECOND - 2 * HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(SECOND + 1.5 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'PAST_DUE' })
    expect(eventsOf('charge_failed')).toHaveLength(1)
    await until(SECOND + 5 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'debits-failed' })
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { number: 2, outcome: 'FAILED' }])
    expect(await debited()).toEqual([])
    expect(eventsOf('charge_failed')).toHaveLength(2)
    expect(eventsOf('halted')).toHaveLength(1)
    expect(await gateway.subscriptions.resume('sub-7')).toMatchObject({ state: 'ACTIVE' })
  })
})
