import { expect, it } from 'vitest'
import { DAY_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

it('a payer whose erasure was requested during the subscription is erased after its end, and the request is then forgotten', async () => {
  const { activate, until, gateway, rows, pass } = await openSubscriptionShop(createTestGateway)
  await activate()
  await gateway.payers.erase({ merchantOrderId: 'sub-7-1-1' })
  await until(inIndia('2027-02-20'))
  expect(await rows('select "payer" is not null as "isKnown" from galla.plan_subscriptions')).toEqual([
    { isKnown: true },
  ])
  await gateway.subscriptions.cancel('sub-7')
  await pass(1.1 * DAY_MS)
  expect(await rows('select "payer" from galla.plan_subscriptions')).toEqual([{ payer: null }])
  expect(await rows('select "merchantOrderId" from galla.erasures')).toEqual([])
})
