import { describe, expect, it } from 'vitest'
import { listSubscriptions } from '../../src/storage/subscriptions/subscriptions.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = inIndia('2027-02-10')
const THIRD = inIndia('2027-03-10')

/** A shop with an active subscription, whose provider refuses some requests. */
async function openShop(options: Parameters<typeof openSubscriptionShop>[1] = {}) {
  const refused: { url?: RegExp; code?: string; count: number; before?: (url: string) => Promise<void> } = { count: 0 }
  const wrapProvider: TestGatewayOptions['wrapProvider'] = (provider) => async (input, init) => {
    await refused.before?.(String(input))
    if (!refused.url?.test(String(input))) return provider(input, init)
    refused.count += 1
    return Response.json({ code: refused.code, message: 'No' }, { status: 400 })
  }
  const shop = await openSubscriptionShop(createTestGateway, { wrapProvider, ...options })
  await shop.activate()
  const refuse = (url: RegExp | undefined, code = 'BAD_REQUEST') => Object.assign(refused, { url, code, count: 0 })
  /** Subscriptions that the console lists under "Missing money". */
  const missing = () =>
    withProcesses(shop, 1, async ([context]) =>
      context ? (await listSubscriptions(context.database, { dunning: true, limit: 10 })).rows.length : 0,
    )
  const outcomes = async () => (await shop.cycles()).map(({ outcome }) => outcome)
  return { ...shop, refused, refuse, missing, outcomes }
}

const NOTIFY = /\/notify$/
const STATUS = /subscriptions\/sub-7-m1\/status/

describe('a provider that refuses each announcement of a debit', () => {
  it('halts the subscription within the cycle, after few orders, and the money is missing from its first day on', async () => {
    const { until, refuse, refused, missing, read, outcomes, eventsOf, rows } = await openShop()
    refuse(NOTIFY)
    await until(SECOND - 60_000)
    expect([await missing(), (await read()).state]).toEqual([0, 'ACTIVE'])
    await until(SECOND + HOUR_MS)
    expect([await missing(), (await read()).state]).toEqual([1, 'PAST_DUE'])
    await until(THIRD)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'debits-failed' })
    expect(await outcomes()).toEqual(['PAID', 'FAILED'])
    expect(eventsOf('halted')).toHaveLength(1)
    expect(refused.count).toBeLessThan(12)
    expect(await rows(`select 1 from galla.orders where "checkout" = 'DEBIT'`)).toHaveLength(refused.count)
    await until(inIndia('2027-05-10'))
    expect(refused.count).toBeLessThan(12)
  })

  it('of a daily subscription halts it when the unpaid day begins', async () => {
    const { until, refuse, read, outcomes, sandbox } = await openShop({ plan: { frequency: 'DAILY' } })
    await until(inIndia('2027-01-12', '12:00'))
    refuse(NOTIFY)
    while ((await read()).state !== 'HALTED' && sandbox.clock.now() < inIndia('2027-01-20'))
      await until(sandbox.clock.now() + HOUR_MS)
    const seen = await outcomes()
    expect(seen).toEqual([...seen.slice(1).map(() => 'PAID'), 'FAILED'])
    expect(sandbox.clock.now()).toBe(inIndia('2027-01-10') + (seen.length - 1) * DAY_MS)
  })

  it('for three days costs no bill', async () => {
    const { until, refuse, read, outcomes, eventsOf } = await openShop()
    refuse(NOTIFY)
    await until(SECOND + DAY_MS)
    refuse(undefined)
    await until(SECOND + 6 * DAY_MS)
    expect(await outcomes()).toEqual(['PAID', 'PAID'])
    expect((await read()).state).toBe('ACTIVE')
    expect(eventsOf('halted')).toEqual([])
  })

  it('because the payer pauses the mandate at that moment misses the cycle, and fails nothing', async () => {
    const { until, sandbox, read, outcomes, eventsOf, refused, rows } = await openShop({
      plan: { frequency: 'WEEKLY' },
    })
    const [second, third] = [inIndia('2027-01-17'), inIndia('2027-01-24')]
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    // The gateway asks for the mandate, then announces: the pause comes between them.
    refused.before = async (url) => {
      if (!NOTIFY.test(url) || (await sandbox.mandate('sub-7-m1')).state !== 'ACTIVE') return
      await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: third + HOUR_MS })
    }
    await until(second + HOUR_MS)
    expect(await rows(`select 1 from galla.orders where "checkout" = 'DEBIT' and "opening" = 'refused'`)).toHaveLength(
      1,
    )
    delete refused.before
    await until(third)
    expect((await read()).state).toBe('PAUSED')
    await until(third + 3 * DAY_MS)
    expect((await outcomes()).slice(0, 2)).toEqual(['PAID', 'MISSED'])
    expect(eventsOf('halted')).toEqual([])
  })
})

describe('a provider that does not know the mandate any more', () => {
  it('halts the subscription when the debit is due, and bills it again after a resumption once it knows the mandate', async () => {
    const { until, refuse, read, missing, outcomes, eventsOf, gateway } = await openShop()
    await until(SECOND - 3 * DAY_MS)
    refuse(STATUS, 'SUBSCRIPTION_NOT_FOUND')
    await until(SECOND - 60_000)
    expect((await read()).state).toBe('ACTIVE')
    await until(SECOND + 2 * HOUR_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'mandate-ended', mandate: { state: 'UNKNOWN' } })
    expect([eventsOf('halted').length, await missing()]).toEqual([1, 1])
    await gateway.subscriptions.resume('sub-7')
    await until(SECOND + 4 * HOUR_MS)
    expect((await read()).state).toBe('HALTED')
    refuse(undefined)
    await gateway.subscriptions.resume('sub-7')
    await until(SECOND + 4 * DAY_MS)
    expect(await read()).toMatchObject({ state: 'ACTIVE', mandate: { state: 'ACTIVE' } })
    expect(await outcomes()).toEqual(['PAID', 'PAID'])
  })

  it.each([
    ['before the announcement', SECOND - 37 * HOUR_MS, SECOND - 30 * HOUR_MS],
    ['at the first answer, while the debit is due', SECOND - 36 * HOUR_MS - 60_000, SECOND - 35 * HOUR_MS],
  ])('for a short time %s halts nothing, and the cycle is paid', async (_, fromMs, untilMs) => {
    const { until, refuse, outcomes, eventsOf } = await openShop()
    await until(fromMs)
    refuse(STATUS, 'SUBSCRIPTION_NOT_FOUND')
    await until(untilMs)
    refuse(undefined)
    await until(SECOND + 2 * DAY_MS)
    expect(await outcomes()).toEqual(['PAID', 'PAID'])
    expect(eventsOf('halted')).toEqual([])
  })

  it('in one answer after the cycle has begun is asked again before a halt', async () => {
    const { until, refuse, refused, outcomes, eventsOf, gateway } = await openShop()
    await until(SECOND - 37 * HOUR_MS)
    await gateway.subscriptions.pause('sub-7')
    await until(SECOND + DAY_MS)
    refuse(STATUS, 'SUBSCRIPTION_NOT_FOUND')
    await gateway.subscriptions.resume('sub-7')
    await until(SECOND + DAY_MS + 20 * 60_000)
    expect(refused.count).toBe(1)
    refuse(undefined)
    await until(SECOND + 4 * DAY_MS)
    expect(await outcomes()).toEqual(['PAID', 'PAID'])
    expect(eventsOf('halted')).toEqual([])
  })
})
