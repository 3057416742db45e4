import { FAKE_EPOCH_MS } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { failureOf, fakePorts, recorded } from '../support/client.ts'
import { isToken, response } from '../support/recording-fetch.ts'

const HOUR_MS = 3_600_000

/** A client on a clock that moves instead of waiting; `answer` gets the path and the milliseconds since the start. */
function client(answer: (path: string, atMs: number) => object) {
  const { clock, ...ports } = fakePorts()
  let nowMs = FAKE_EPOCH_MS
  const polledAt: number[] = []
  const test = {
    now: () => nowMs,
    async advance(ms: number) {
      nowMs += ms
    },
  }
  const made = recorded(
    (request) => {
      if (isToken(request)) return undefined
      const atMs = nowMs - FAKE_EPOCH_MS
      polledAt.push(atMs)
      return response(answer(request.path, atMs))
    },
    { clock: test },
    { clock, ...ports },
  )
  return { subscriptions: made.galla.subscriptions, polledAt }
}

const setupOrder = (state: string) => ({
  orderId: 'OMO1',
  state,
  amount: 200,
  expireAt: FAKE_EPOCH_MS + 900_000,
  paymentFlow: { type: 'SUBSCRIPTION_SETUP', merchantSubscriptionId: 's-1' },
})
const ids = { merchantOrderId: 'o-1', merchantSubscriptionId: 's-1' }

describe('waitForMandate', () => {
  it('waits for the payer, then for the activation', async () => {
    const { subscriptions, polledAt } = client((path, atMs) => {
      if (path.includes('/order/')) return setupOrder(atMs < 26_000 ? 'PENDING' : 'COMPLETED')
      return { merchantSubscriptionId: 's-1', state: atMs < 30_000 ? 'ACTIVATION_IN_PROGRESS' : 'ACTIVE' }
    })
    const { order, mandate } = await subscriptions.waitForMandate(ids)
    expect(order.state).toBe('COMPLETED')
    expect(mandate?.state).toBe('ACTIVE')
    expect([...new Set(polledAt)]).toEqual([20_000, 23_000, 26_000, 29_000, 32_000])
  })

  it('ends with a failed order, without a mandate', async () => {
    const { subscriptions } = client(() => setupOrder('FAILED'))
    expect(await subscriptions.waitForMandate(ids)).toEqual({ order: expect.objectContaining({ state: 'FAILED' }) })
  })

  it('ends after the expiry of an order that nobody approved', async () => {
    const { subscriptions, polledAt } = client(() => setupOrder('PENDING'))
    expect((await subscriptions.waitForMandate(ids)).order.state).toBe('PENDING')
    expect(polledAt.at(-1)).toBe(905_000)
  })
})

describe('waitForRedemption', () => {
  const order = (state: string, expiresMs: number) => ({
    orderId: 'OMO1',
    state,
    amount: 100,
    expireAt: FAKE_EPOCH_MS + expiresMs,
    paymentFlow: { type: 'SUBSCRIPTION_REDEMPTION', merchantSubscriptionId: 's-1' },
  })

  it('polls like a payment first, then every five minutes, then hourly, and once after the expiry', async () => {
    const { subscriptions, polledAt } = client(() => order('PENDING', 5 * HOUR_MS))
    expect((await subscriptions.waitForRedemption({ merchantOrderId: 'o-1' })).state).toBe('PENDING')
    const pauses = polledAt.map((atMs, index) => (atMs - (polledAt[index - 1] ?? 0)) / 1000)
    expect(pauses.filter((pause) => pause === 300).length).toBe(12)
    expect(pauses.filter((pause) => pause === 3600).length).toBe(3)
    expect(polledAt.at(-1)).toBe(5 * HOUR_MS + 5_000)
    expect(polledAt.length).toBeLessThan(50)
  })

  it.each(['COMPLETED', 'FAILED', 'EXPIRED'])('ends with %s', async (state) => {
    const { subscriptions, polledAt } = client((_, atMs) => order(atMs > 300_000 ? state : 'PENDING', 96 * HOUR_MS))
    const { state: last } = await subscriptions.waitForRedemption({ merchantOrderId: 'o-1' })
    expect(last).toBe(state === 'COMPLETED' ? 'COMPLETED' : 'FAILED')
    expect(polledAt.at(-1)).toBeLessThan(900_000)
  })

  it('ends at its time limit with an unknown outcome', async () => {
    const { subscriptions } = client(() => order('PENDING', 96 * HOUR_MS))
    const waiting = subscriptions.waitForRedemption({ merchantOrderId: 'o-1' }, { timeoutMs: HOUR_MS })
    expect(await failureOf(waiting)).toMatchObject({ kind: 'timeout', outcome: 'unknown' })
  })
})
