import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = () => openSubscriptionShop(createTestGateway)

const MINUTE_MS = 60_000

describe('a page of a mandate that has ended', () => {
  it('is not handed out by a repeated start, which asks for another subscription', async () => {
    const { gateway, sandbox, until } = await openShop()
    await gateway.subscriptions.start(START)
    await sandbox.clock.advance(21 * MINUTE_MS)
    const refusal = { code: 'SUBSCRIPTION_STATE', message: expect.stringContaining('with a new subscriptionId') }
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject(refusal)
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject(refusal)
    await until(sandbox.clock.now() + 2 * MINUTE_MS)
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject(refusal)
  })

  it('of an approval that no callback has told returns no page from a repeated start', async () => {
    const { gateway, sandbox } = await openShop()
    await gateway.subscriptions.start(START)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.clock.advance(19 * MINUTE_MS)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await sandbox.clock.advance(2 * MINUTE_MS)
    expect(await gateway.subscriptions.start(START)).not.toHaveProperty('redirectUrl')
  })

  it('is not handed out by a repeated renewal, which opens another page', async () => {
    const { activate, gateway, sandbox } = await openShop()
    await activate()
    const renewal = { maxAmount: inr('499'), redirectUrl: REDIRECT_URL }
    const { redirectUrl } = await gateway.subscriptions.renewMandate('sub-7', renewal)
    expect(await gateway.subscriptions.renewMandate('sub-7', renewal)).toMatchObject({ redirectUrl })
    await sandbox.clock.advance(21 * MINUTE_MS)
    const again = await gateway.subscriptions.renewMandate('sub-7', renewal)
    expect(again.redirectUrl).toEqual(expect.any(String))
    expect(again.redirectUrl).not.toBe(redirectUrl)
  })
})
