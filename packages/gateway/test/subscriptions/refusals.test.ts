import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** A shop whose requests to announce and to debit are counted. */
async function openShop() {
  const seen = { notify: 0, redeem: 0 }
  const shop = await openSubscriptionShop(createTestGateway, {
    wrapProvider: (provider) => (input, init) => {
      const [, call] = /\/(notify|redeem)$/.exec(String(input)) ?? []
      if (call) seen[call as keyof typeof seen] += 1
      return provider(input, init)
    },
  })
  await shop.activate()
  return { ...shop, seen }
}

describe('a provider that refuses requests unread', () => {
  it.each([429, 403, 401])(
    'with %i makes no debit of the payer fail: the debit is requested later, as the first try',
    async (status) => {
      const { until, sandbox, cycles, rows, eventsOf } = await openShop()
      await until(SECOND - HOUR_MS)
      await sandbox.setFaults({ rules: [{ kind: 'status', status, endpoints: ['subscriptionRedeem'] }] })
      await until(SECOND + 4 * HOUR_MS)
      expect(await rows('select * from galla.debit_tries')).toEqual([])
      await sandbox.setFaults({})
      await until(SECOND + 8 * HOUR_MS)
      expect(await rows('select "number" from galla.debit_tries')).toEqual([{ number: 1 }])
      expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
      expect(eventsOf('charge_failed')).toEqual([])
    },
  )

  it.each([
    ['subscriptionNotify', 'notify', SECOND - 36 * HOUR_MS],
    ['subscriptionRedeem', 'redeem', SECOND],
  ] as const)('with 429 to %s is asked less and less often', async (endpoint, call, fromMs) => {
    const { until, sandbox, seen, cycles } = await openShop()
    await until(fromMs - HOUR_MS)
    await sandbox.setFaults({ rules: [{ kind: 'status', status: 429, endpoints: [endpoint] }] })
    await until(fromMs + 2 * HOUR_MS)
    // After 0, 30 s, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5 minutes and then each hour.
    expect(seen[call]).toBeGreaterThan(3)
    expect(seen[call]).toBeLessThan(12)
    await sandbox.setFaults({})
    await until(SECOND + DAY_MS)
    expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
  })
})
