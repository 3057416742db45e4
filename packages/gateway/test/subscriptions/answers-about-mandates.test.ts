import { expect, it } from 'vitest'
import { firstUnknownAtMs } from '../../src/domain/subscriptions/obstacles.ts'
import { markMandate, saveMandateAnswer } from '../../src/storage/subscriptions/mandates.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const SECOND = inIndia('2027-02-10')

it('news of a mandate that tell of no pause leave an announced debit as it is', async () => {
  const shop = await openSubscriptionShop(createTestGateway)
  const { activate, until, debited, sandbox, rows } = shop
  await activate()
  await until(SECOND - 20 * HOUR_MS)
  await withProcesses(shop, 1, async ([context]) => {
    if (context) await markMandate(context.database, 'sub-7-m1', { nowMs: sandbox.clock.now() })
  })
  expect(await rows('select "pausedAtMs" from galla.mandates')).toEqual([{ pausedAtMs: null }])
  await until(SECOND + 12 * HOUR_MS)
  expect(await debited()).toEqual(['sub-7-2-1'])
})

it('a first answer that a mandate is not known is old, although the mandate was known a minute before', async () => {
  const shop = await openSubscriptionShop(createTestGateway)
  const { activate, sandbox, rows } = shop
  await activate()
  const nowMs = sandbox.clock.now()
  await withProcesses(shop, 1, async ([context]) => {
    if (!context) return
    const save = (state: string, checkedAtMs: number) =>
      saveMandateAnswer(context.database, 'sub-7-m1', { state }, { checkedAtMs, news: 0 })
    await save('ACTIVE', nowMs - 60_000)
    await save('UNKNOWN', firstUnknownAtMs(nowMs))
    expect(await rows('select "checkedAtMs"::float8 from galla.mandates')).toEqual([
      { checkedAtMs: firstUnknownAtMs(nowMs) },
    ])
    await save('UNKNOWN', nowMs)
    expect(await rows('select "checkedAtMs"::float8 from galla.mandates')).toEqual([{ checkedAtMs: nowMs }])
  })
})
