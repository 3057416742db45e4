import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { limitLogins } from '../../src/services/access/login-limit.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { CALLBACK_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const KEY = 'a-key-of-the-shop-0123456789-abcd'

/** A gateway whose clock can be set: that of the database's machine was ahead, and is corrected. */
async function createGatewayWithClock() {
  const time = { nowMs: Date.now() + DAY_MS }
  const testGateway = await createTestGateway({
    gateway: { clock: { now: () => time.nowMs }, merchant: { keys: [KEY] } },
  })
  return { ...testGateway, time }
}

describe('a clock that is set back by a day', () => {
  it('stores refused callbacks at once, up to the limit of a minute', async () => {
    const { gateway, rows, time } = await createGatewayWithClock()
    const refuse = async () => (await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body: '{}' }))).status
    for (let n = 0; n < 31; n += 1) expect(await refuse()).toBe(401)
    expect(await rows('select 1 from galla.callbacks')).toHaveLength(30)
    time.nowMs -= DAY_MS
    for (let n = 0; n < 31; n += 1) expect(await refuse()).toBe(401)
    expect(await rows('select 1 from galla.callbacks')).toHaveLength(60)
  })

  it('answers calls of the merchant API', async () => {
    const { gateway, time } = await createGatewayWithClock()
    const call = async () => {
      const headers = { authorization: `Bearer ${KEY}` }
      return (await gateway.merchant.fetch(new Request('http://127.0.0.1/refunds/none', { headers }))).status
    }
    for (let n = 0; n < 200; n += 1) expect(await call()).toBe(404)
    expect(await call()).toBe(429)
    time.nowMs -= DAY_MS
    expect(await call()).toBe(404)
  })

  it('does not extend the time for which a login is refused', async () => {
    const testGateway = await createGatewayWithClock()
    await withProcesses(testGateway, 1, async ([context]) => {
      const limit = limitLogins(context as GatewayContext, { digest: (text) => text }, (sec) => new Error(`${sec} s`))
      const from = { address: '192.0.2.1', user: 'meena' }
      for (let n = 0; n < 5; n += 1) expect(await limit.attempt(from, async () => false)).toBe(false)
      await expect(limit.attempt(from, async () => true)).rejects.toThrow('300 s')
      testGateway.time.nowMs -= DAY_MS
      expect(await limit.attempt(from, async () => true)).toBe(true)
    })
  })
})
