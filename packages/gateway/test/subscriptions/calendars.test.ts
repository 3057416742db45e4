import { expect, it } from 'vitest'
import { setUpElsewhere } from '../helpers/foreign-mandate.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = inIndia('2027-02-10')
const THIRD = inIndia('2027-03-10')
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)
const outcomesOf = (cycles: readonly { outcome: string | null }[]) => cycles.map(({ outcome }) => outcome)

it('three weeks after a trial of two days are debited once each, and then the subscription is completed', async () => {
  const { activate, until, debited, cycles, read, sandbox } = await openShop({
    plan: { frequency: 'WEEKLY', trialDays: 2, cycles: 3 },
    startMs: inIndia('2027-01-10', '23:50'),
  })
  await activate()
  await until(inIndia('2027-02-05'))
  expect(outcomesOf(await cycles())).toEqual(['PAID', 'PAID', 'PAID'])
  expect(await debited()).toHaveLength(3)
  expect(await read()).toMatchObject({ state: 'COMPLETED', startsOn: '2027-01-12' })
  expect((await sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
})

it('two processes at once debit each of four subscriptions once', async () => {
  const { gateway, sandbox, drainJobs, pass, replica, rows, until } = await openShop()
  const ids = Array.from({ length: 4 }, (_, index) => `sub-${index}`)
  for (const id of ids) {
    await gateway.subscriptions.start({ ...START, subscriptionId: id })
    await sandbox.simulatePayment(`${id}-1-1`, { outcome: 'SUCCESS' })
  }
  await drainJobs()
  await pass(5 * 60_000)
  await until(SECOND - 37 * HOUR_MS)
  const other = await replica()
  while (sandbox.clock.now() < SECOND + 10 * HOUR_MS) {
    await sandbox.clock.advance(3 * HOUR_MS)
    await Promise.all([gateway.runPendingJobs(), other.runPendingJobs()])
  }
  const debits = await Promise.all(ids.map(async (id) => (await sandbox.mandate(`${id}-m1`)).redemptions.length))
  expect(debits).toEqual(ids.map(() => 1))
  expect(await rows(`select 1 from galla.cycles where "number" = 2 and "outcome" = 'PAID'`)).toHaveLength(4)
})

it('a subscription that the merchant pauses after every debit of the month failed is halted, as without the pause', async () => {
  const { activate, until, sandbox, gateway, cycles, read } = await openShop()
  await activate()
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 16 })
  await until(SECOND + 2 * DAY_MS)
  expect(await read()).toMatchObject({ state: 'PAST_DUE' })
  await gateway.subscriptions.pause('sub-7', { untilMs: THIRD - 10 * DAY_MS })
  await until(THIRD - 2 * DAY_MS)
  await sandbox.queueOutcome({ outcome: 'SUCCESS', next: 1 })
  await until(THIRD + DAY_MS)
  expect((await cycles())[1]).toMatchObject({ outcome: 'FAILED' })
  expect(await read()).toMatchObject({ state: 'HALTED' })
})

it('an end of a pause that no calendar has is refused', async () => {
  const { activate, gateway } = await openShop()
  await activate()
  await expect(gateway.subscriptions.pause('sub-7', { untilMs: 9e15 })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    field: 'untilMs',
  })
})

it('an imported mandate that expires between two bills is debited once, and the subscription is halted', async () => {
  const { gateway, sandbox, until, read, cycles, eventsOf } = await openShop()
  await setUpElsewhere(sandbox, { subscriptionExpireAt: inIndia('2027-03-05') })
  await gateway.subscriptions.importMandate({
    ...{ subscriptionId: 'sub-7', planId: 'tea', merchantSubscriptionId: 'club-8', setupOrderId: 'club-8-setup' },
    nextCycleOn: '2027-02-10',
  })
  await until(THIRD + DAY_MS)
  expect((await cycles())[0]).toMatchObject({ outcome: 'PAID' })
  expect((await read()).state).toBe('HALTED')
  expect(eventsOf('halted')).toHaveLength(1)
})
