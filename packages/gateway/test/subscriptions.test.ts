import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { DAY_MS, inIndia, openSubscriptionShop, PLAN, START } from './helpers/subscription-shop.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

describe('a subscription', () => {
  it('is started with the first bill, and active once the payer has approved the mandate', async () => {
    const { gateway, sandbox, drainJobs, pass, read, heard, orderEvents, cycles } = await openShop()
    const { subscription, redirectUrl } = await gateway.subscriptions.start(START)
    expect(subscription).toMatchObject({ state: 'CREATED', amount: 19_900, mandate: { maxAmount: 19_900 } })
    expect(redirectUrl).toMatch(/^http:\/\/sandbox\.localhost\//)
    expect(await sandbox.mandate('sub-7-m1')).toMatchObject({ state: 'ACTIVATION_IN_PROGRESS', frequency: 'MONTHLY' })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(60_000)
    expect(await read()).toMatchObject({
      state: 'ACTIVE',
      startsOn: '2027-01-10',
      mandate: { state: 'ACTIVE' },
      cycle: { number: 1, amount: 19_900, outcome: 'PAID', merchantOrderIds: ['sub-7-1-1'] },
    })
    expect(await gateway.orders.get('sub-7-1-1')).toMatchObject({
      checkout: 'MANDATE',
      state: 'COMPLETED',
      resolution: 'fulfil',
      refundableAmount: 19_900,
      reference: 'sub-7/1',
    })
    expect(heard.map((one) => one.split(' ')[0])).toEqual(['activated', 'charge_completed'])
    expect(orderEvents).toEqual([])
    expect(await cycles()).toEqual([{ number: 1, outcome: 'PAID' }])
  })

  it('is debited once in every cycle, and provider, ledger, cycles and events agree to the paisa', async () => {
    const { activate, until, cycles, debited, rows, eventsOf, orderEvents, read } = await openShop()
    await activate()
    await until(inIndia('2027-04-08'))
    expect(await cycles()).toEqual([1, 2, 3].map((number) => ({ number, outcome: 'PAID' })))
    expect(await debited()).toEqual(['sub-7-2-1', 'sub-7-3-1'])
    expect(eventsOf('charge_upcoming')).toHaveLength(2)
    expect(eventsOf('charge_completed')).toHaveLength(3)
    expect(orderEvents).toEqual([])
    const captured = await rows<{ merchantOrderId: string; amount: number }>(
      `select "merchantOrderId", "amount"::float8 as "amount" from galla.ledger where "kind" = 'capture' order by "entryId"`,
    )
    expect(captured).toEqual(
      ['sub-7-1-1', 'sub-7-2-1', 'sub-7-3-1'].map((id) => ({ merchantOrderId: id, amount: 19_900 })),
    )
    expect(await read()).toMatchObject({ state: 'ACTIVE', cycle: { number: 3 } })
  })

  it('with a trial takes nothing before the trial is over', async () => {
    const { activate, gateway, until, cycles, read, rows } = await openShop({ plan: { trialDays: 14 } })
    expect(await activate()).toMatchObject({ state: 'ACTIVE', startsOn: '2027-01-24' })
    expect(await gateway.orders.get('sub-7-m1-setup')).toMatchObject({
      checkout: 'MANDATE_CHECK',
      state: 'COMPLETED',
      refundableAmount: 0,
    })
    expect(await rows('select * from galla.ledger')).toEqual([])
    await until(inIndia('2027-01-23', '23:00'))
    expect(await rows('select * from galla.ledger')).toEqual([])
    await until(inIndia('2027-01-24', '06:00'))
    expect(await cycles()).toEqual([{ number: 1, outcome: 'PAID' }])
    expect((await read()).cycle).toMatchObject({ merchantOrderIds: ['sub-7-1-1'] })
  })

  it('of a number of cycles is completed after the last one, and its mandate is cancelled', async () => {
    const { activate, until, cycles, read, heard, sandbox } = await openShop({ plan: { cycles: 2 } })
    await activate()
    await until(inIndia('2027-03-10', '01:00'))
    expect(await cycles()).toEqual([
      { number: 1, outcome: 'PAID' },
      { number: 2, outcome: 'PAID' },
    ])
    expect(await read()).toMatchObject({ state: 'COMPLETED' })
    expect((await sandbox.mandate('sub-7-m1')).state).toBe('CANCELLED')
    expect(heard.at(-1)).toMatch(/^completed /)
  })

  it('that nobody approves expires, and debits nothing', async () => {
    const { gateway, pass, read, cycles, heard } = await openShop()
    await gateway.subscriptions.start(START)
    await pass(3 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'EXPIRED' })
    expect(await cycles()).toEqual([{ number: 1, outcome: 'SKIPPED' }])
    expect(heard).toEqual(['expired sub-7-1-1 EXPIRED'])
  })

  it('is the same for the same parameters, and refused for others with the field that differs', async () => {
    const { gateway, sandbox } = await openShop()
    const first = await gateway.subscriptions.start(START)
    const again = await gateway.subscriptions.start(START)
    expect(again).toEqual(first)
    await expect(gateway.subscriptions.start({ ...START, maxAmount: inr('500') })).rejects.toMatchObject({
      code: 'ID_TAKEN',
      field: 'maxAmount',
    })
    await expect(gateway.subscriptions.start({ ...START, planId: 'no-plan' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(sandbox.journal({ id: 'sub-7-1-1' }).length).toBeGreaterThan(0)
  })

  it('starts on the last day of January and is debited on the last day of February and on 31 March', async () => {
    const { activate, until, rows } = await openShop({ startMs: inIndia('2027-01-31', '11:00') })
    await activate()
    await until(inIndia('2027-04-02'))
    const debits = await rows<{ day: string }>(
      `select to_char(to_timestamp("paidAtMs" / 1000) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as "day" from galla.ledger order by "entryId"`,
    )
    expect(debits.map(({ day }) => day)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
  })
})

describe('a plan', () => {
  it('is the same for the same terms, and refused for others', async () => {
    const { gateway } = await openShop()
    expect(await gateway.plans.create(PLAN)).toEqual(await gateway.plans.get('tea'))
    await expect(gateway.plans.create({ ...PLAN, amount: inr('299') })).rejects.toMatchObject({
      code: 'ID_TAKEN',
      field: 'amount',
    })
    await expect(gateway.plans.create({ ...PLAN, planId: 'x', amount: 99 as never })).rejects.toMatchObject({
      field: 'amount',
    })
    await gateway.plans.archive('tea')
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject({ code: 'SUBSCRIPTION_STATE' })
  })
})
