import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** A shop whose workers do not run from two hours before the second cycle until then. `requested`: when debits were requested. */
async function openShopAfterOutage(untilMs: number) {
  const requested: number[] = []
  const shop = await openSubscriptionShop(createTestGateway, {
    // The provider would wait for the end of the peak hours by itself.
    sandbox: { quirks: { peakHours: 'allowed', debitCycle: 'none' } },
    wrapProvider: (provider) => (input, init) => {
      if (/\/redeem$/.test(String(input))) requested.push(shop.sandbox.clock.now())
      return provider(input, init)
    },
  })
  await shop.activate()
  await shop.until(SECOND - 2 * HOUR_MS)
  await shop.sandbox.clock.advance(untilMs - shop.sandbox.clock.now())
  await shop.drainJobs()
  return { ...shop, requested }
}

describe('a debit that was due during an outage', () => {
  it('is not requested in the peak hours in which the outage ends, but after them', async () => {
    const { until, requested, cycles } = await openShopAfterOutage(SECOND + 11 * HOUR_MS)
    await until(SECOND + DAY_MS)
    expect(requested).toEqual([inIndia('2027-02-10', '13:01')])
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
  })

  it('is not requested after its window, so that the payer is not debited for two cycles at once', async () => {
    const { until, requested, cycles, debited } = await openShopAfterOutage(inIndia('2027-03-10', '00:30'))
    await until(inIndia('2027-04-10', '06:00'))
    expect(await cycles()).toMatchObject([
      { outcome: 'PAID' },
      { outcome: 'MISSED' },
      { outcome: 'PAID' },
      { outcome: 'PAID' },
    ])
    expect(await debited()).toEqual(['sub-7-3-1', 'sub-7-4-1'])
    expect(requested).toHaveLength(2)
  })
})
