import { expect, it } from 'vitest'
import { subscriptions } from '../src/subscriptions.ts'
import { HOUR_MS, inIndia, openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

it('a wave of due debits is sent with as many at the same time as maxInFlight permits, once the provider has answered', async () => {
  let sent = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const shop = await openSubscriptionShop(createTestGateway, {
    gateway: { subscriptions: subscriptions({ maxInFlight: 8 }) },
    wrapProvider: (provider) => async (input, init) => {
      if (/\/redeem$/.test(String(input))) {
        sent += 1
        // The provider answers none of them before eight are under way.
        if (sent === 8) open()
        await opened
      }
      return provider(input, init)
    },
  })
  const ids = Array.from({ length: 10 }, (_, number) => `sub-${number}`)
  for (const subscriptionId of ids) {
    const { subscription } = await shop.gateway.subscriptions.start({ ...START, subscriptionId })
    const { setupOrderId } = await shop.sandbox.mandate(subscription.mandate.merchantSubscriptionId)
    await shop.sandbox.simulatePayment(setupOrderId, { outcome: 'SUCCESS' })
  }
  const wave = shop.until(SECOND + HOUR_MS)
  await opened
  const underWay = sent
  await wave
  expect(underWay).toBe(8)
  const paid = await shop.rows(`select 1 from galla.cycles where "number" = 2 and "outcome" = 'PAID'`)
  expect(paid).toHaveLength(ids.length)
})

it.each([0, 501, 1.5])('subscriptions refuses %s as maxInFlight', (maxInFlight) => {
  expect(() => subscriptions({ maxInFlight })).toThrow('subscriptions.maxInFlight must be a whole number, 1 to 500')
})
