import { describe, expect, it } from 'vitest'
import { DAY_MS, inIndia, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

describe('the first cycle', () => {
  it('begins on the day on which the payer approved, although the gateway learned of it three days later', async () => {
    const { gateway, sandbox, drainJobs, pass, read } = await openShop()
    await gateway.subscriptions.start(START)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await sandbox.clock.advance(3 * DAY_MS)
    await drainJobs()
    await pass(10 * 60_000)
    expect(await read()).toMatchObject({ state: 'ACTIVE', startsOn: '2027-01-10' })
  })

  it('that begins after midnight does not move the end that a cancellation has named', async () => {
    const { gateway, sandbox, until, read } = await openShop({ startMs: inIndia('2027-01-10', '23:50') })
    await gateway.subscriptions.start(START)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.clock.advance(15 * 60_000)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await gateway.orders.sync('sub-7-1-1')
    const { cancel } = await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    await until(inIndia('2027-01-12'))
    expect((await read()).cancel).toEqual(cancel)
  })
})
