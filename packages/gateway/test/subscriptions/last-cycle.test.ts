import { describe, expect, it } from 'vitest'
import { HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle, which is the last one, of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')
const END = inIndia('2027-03-10')

async function openShop() {
  const shop = await openSubscriptionShop(createTestGateway, { plan: { cycles: 2 } })
  await shop.activate()
  const outcomes = async () => (await shop.cycles()).map(({ outcome }) => outcome)
  return { ...shop, outcomes }
}

describe('a subscription with a last cycle', () => {
  it('is halted when all debits of this cycle have failed, and is completed when the cycle ends', async () => {
    const { until, sandbox, read, eventsOf, outcomes } = await openShop()
    await until(SECOND - HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await until(END - HOUR_MS)
    expect(await read()).toMatchObject({ state: 'HALTED', haltedFor: 'debits-failed' })
    await until(END + HOUR_MS)
    expect(await outcomes()).toEqual(['PAID', 'FAILED'])
    expect((await read()).state).toBe('COMPLETED')
    expect([eventsOf('halted').length, eventsOf('completed').length]).toEqual([1, 1])
  })

  it.each([
    ['paused', 'PAUSED'],
    ['halted', 'HALTED'],
  ] as const)('is completed when it is %s until the cycle has passed, and the cycle is missed', async (_, state) => {
    const { until, gateway, sandbox, drainJobs, read, outcomes, eventsOf } = await openShop()
    await until(inIndia('2027-01-20'))
    if (state === 'PAUSED') await gateway.subscriptions.pause('sub-7')
    else await sandbox.simulateMandate('sub-7-m1', { action: 'REVOKE' })
    await drainJobs()
    await until(END - HOUR_MS)
    expect((await read()).state).toBe(state)
    await until(END + 2 * HOUR_MS)
    expect(await outcomes()).toEqual(['PAID', 'MISSED'])
    expect(await read()).toMatchObject({ state: 'COMPLETED' })
    expect((await sandbox.mandate('sub-7-m1')).state).not.toBe('ACTIVE')
    expect(eventsOf('completed')).toHaveLength(1)
  })
})
