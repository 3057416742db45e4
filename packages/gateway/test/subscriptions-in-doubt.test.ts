import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, inIndia, openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { setupTestGateways, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** Loses the replies to requests whose path ends so, after the provider has taken them in; `blocked` ones never leave. */
const losing =
  (lost: {
    path: RegExp
    blocked?: boolean
    times: number
    seen: number
  }): NonNullable<TestGatewayOptions['wrapProvider']> =>
  (provider) =>
  async (input, init) => {
    const isOfPath = lost.path.test(String(input))
    if (isOfPath) lost.seen += 1
    if (!isOfPath || lost.times <= 0) return provider(input, init)
    lost.times -= 1
    if (!lost.blocked) await provider(input, init)
    throw Object.assign(new TypeError('fetch failed'), {
      cause: { code: lost.blocked ? 'ECONNREFUSED' : 'ECONNRESET' },
    })
  }

describe('a debit', () => {
  it('whose reply of redeem is lost is asked for, never sent again, and counts once', async () => {
    const lost = { path: /\/redeem$/, times: 1, seen: 0 }
    const { activate, until, cycles, debited } = await openShop({ wrapProvider: losing(lost) })
    await activate()
    await until(SECOND + 12 * HOUR_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { number: 2, outcome: 'PAID' }])
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(lost.seen).toBe(1)
  })

  it('that succeeds while the cancellation waits for it is told as paid before the end', async () => {
    const { activate, until, gateway, sandbox, cycles, heard, read } = await openShop({
      wrapProvider: losing({ path: /\/redeem$/, times: 1, seen: 0 }),
    })
    await activate()
    await until(SECOND - 60_000)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.clock.advance(60_000)
    await gateway.runPendingJobs()
    expect(await gateway.subscriptions.cancel('sub-7')).toMatchObject({ state: 'ACTIVE', cancel: { at: 'now' } })
    await until(SECOND + 12 * HOUR_MS)
    expect(await read()).toMatchObject({ state: 'CANCELLED' })
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect(heard.slice(-2)).toEqual(['charge_completed sub-7-2-1 ACTIVE', 'cancelled sub-7-1-1 CANCELLED'])
  })

  it('whose redeem never left is sent again, as the same try', async () => {
    const lost = { path: /\/redeem$/, blocked: true, times: 2, seen: 0 }
    const { activate, until, debited, rows } = await openShop({ wrapProvider: losing(lost) })
    await activate()
    await until(SECOND + 12 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(await rows('select "number" from galla.debit_tries')).toEqual([{ number: 1 }])
  })

  it('whose reply of notify is lost is the same debit once the status shows it', async () => {
    const lost = { path: /\/notify$/, times: 1, seen: 0 }
    const { activate, until, debited, cycles } = await openShop({ wrapProvider: losing(lost) })
    await activate()
    await until(SECOND + 12 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(lost.seen).toBe(1)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
  })

  it('that is announced while the provider cannot be reached is announced later, with the same id', async () => {
    const lost = { path: /\/notify$/, blocked: true, times: 3, seen: 0 }
    const { activate, until, debited, rows } = await openShop({ wrapProvider: losing(lost) })
    await activate()
    await until(SECOND + 12 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(await rows(`select 1 from galla.orders where "checkout" = 'DEBIT'`)).toHaveLength(1)
  })

  it('is found without any callback', async () => {
    const { activate, until, sandbox, cycles } = await openShop()
    await activate()
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await until(SECOND + 12 * HOUR_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
  })

  it('that fails is tried again after the pause, outside of the peak hours', async () => {
    const { activate, until, sandbox, cycles, rows, eventsOf } = await openShop()
    await activate()
    await until(SECOND - HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9' })
    await until(SECOND + 12 * HOUR_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    const tries = await rows<{ sentAtMs: number; failedAtMs: number | null }>(
      'select "sentAtMs"::float8 as "sentAtMs", "failedAtMs"::float8 as "failedAtMs" from galla.debit_tries order by "number"',
    )
    expect(tries).toHaveLength(2)
    expect(tries[1]?.sentAtMs).toBeGreaterThanOrEqual((tries[0]?.failedAtMs ?? 0) + 90 * 60_000)
    expect(eventsOf('charge_failed')).toEqual([])
  })
})

describe('a payer', () => {
  it('who revokes the mandate between announcement and debit is not debited, and the subscription is halted', async () => {
    const { activate, until, sandbox, debited, read, eventsOf, pass } = await openShop()
    await activate()
    await until(SECOND - 2 * HOUR_MS)
    await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
    await until(SECOND + 12 * HOUR_MS)
    expect(await debited()).toEqual([])
    await pass(4 * 24 * HOUR_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'mandate-ended' })
    expect(eventsOf('halted')).toHaveLength(1)
  })

  it('who pauses and resumes the mandate after the announcement is told of the debit again', async () => {
    const { activate, until, sandbox, debited, cycles, eventsOf } = await openShop()
    await activate()
    await until(SECOND - 2 * HOUR_MS)
    await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: SECOND + 24 * HOUR_MS })
    await until(SECOND - HOUR_MS)
    expect(eventsOf('paused')).toHaveLength(1)
    await sandbox.simulateMandate('sub-7-m1', { action: 'RESUME' })
    await until(SECOND + 7 * 24 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-2'])
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
    expect(eventsOf('charge_upcoming')).toHaveLength(2)
  })
})

describe('two replicas', () => {
  it('at midnight announce and debit once', async () => {
    const seen: string[] = []
    const counting: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => (input, init) => {
      const [, call] = /\/(notify|redeem)$/.exec(String(input)) ?? []
      if (call) seen.push(call)
      return provider(input, init)
    }
    const shop = await openShop({ wrapProvider: counting })
    const { activate, until, sandbox, gateway, debited, rows } = shop
    await activate()
    const other = await shop.replica()
    for (const atMs of [SECOND - 36 * HOUR_MS, SECOND - 24 * HOUR_MS, SECOND, SECOND + 60_000]) {
      await until(atMs - 60_000)
      await sandbox.clock.advance(60_000)
      await Promise.all([gateway.runPendingJobs(), other.runPendingJobs()])
      await sandbox.clock.advance(15_000)
      await Promise.all([other.runPendingJobs(), gateway.runPendingJobs()])
    }
    await until(SECOND + 12 * HOUR_MS)
    expect(seen.sort()).toEqual(['notify', 'redeem'])
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(await rows('select 1 from galla.debit_tries')).toHaveLength(1)
  })
})

describe('the page of a subscription', () => {
  it('that follows a lost one asks for the price of the first cycle, whatever the later ones cost meanwhile', async () => {
    const lost = { path: /\/checkout\/v2\/pay$/, times: 1, seen: 0 }
    const { gateway, sandbox, drainJobs, pass, read, rows } = await openShop({ wrapProvider: losing(lost) })
    const start = { ...START, maxAmount: inr('499') }
    await expect(gateway.subscriptions.start(start)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await gateway.subscriptions.changeAmount('sub-7', { amount: inr('399') })
    await gateway.subscriptions.start(start)
    await sandbox.simulatePayment('sub-7-1-2', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE', amount: 39_900, cycle: { amount: 19_900, outcome: 'PAID' } })
    expect(await rows('select "amount"::int as "amount" from galla.ledger')).toEqual([{ amount: 19_900 }])
  })

  it('whose reply was lost is followed by another page, and the payer pays once', async () => {
    const lost = { path: /\/checkout\/v2\/pay$/, times: 1, seen: 0 }
    const { gateway, sandbox, drainJobs, pass, read, rows } = await openShop({ wrapProvider: losing(lost) })
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    const { redirectUrl } = await gateway.subscriptions.start(START)
    expect(redirectUrl).toBeDefined()
    await sandbox.simulatePayment('sub-7-1-2', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE', mandate: { merchantSubscriptionId: 'sub-7-m2' } })
    expect(await rows(`select "merchantOrderId" from galla.ledger`)).toEqual([{ merchantOrderId: 'sub-7-1-2' }])
  })
})
