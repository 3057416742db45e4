import { expect, it } from 'vitest'
import { HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

it('a debit of a day that has failed is told although the merchant leaves the day out before the workers run', async () => {
  const { activate, gateway, sandbox, rows, until, eventsOf, advance } = await openShop({
    plan: { frequency: 'DAILY' },
  })
  await activate()
  await until(inIndia('2027-01-11', '23:59'))
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  const failedTries = () => rows('select 1 from galla.debit_tries where "failedAtMs" is not null')
  while ((await failedTries()).length < 2) await advance(HOUR_MS / 2)
  // Past the end of the order at the provider, without the workers.
  await sandbox.clock.advance(12 * HOUR_MS)
  expect(await gateway.orders.sync('sub-7-3-1')).toMatchObject({ state: 'FAILED' })
  await gateway.subscriptions.skip('sub-7')
  for (let minute = 0; minute < 5; minute += 1) await advance(2 * 60_000)
  expect(eventsOf('charge_failed').map((one) => one.split(' ')[1])).toEqual(['sub-7-3-1'])
})
