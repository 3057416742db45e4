import type { Paise } from '@galla/contract/money'
import { nextPollDelayMs } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY, type OrderRecord } from './order.ts'
import { nextOrderPoll, nextRefundPoll } from './schedule.ts'

const SEC = 1_000
const HOUR = 3_600 * SEC
const EXPIRY = 600 * SEC
const pending: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: 1 as Paise,
  state: 'PENDING',
  orderId: 'OMO1',
  attempts: [],
  createdAtMs: 0,
  expiresAtMs: EXPIRY,
}

/** Every look at an order that does not change, in seconds from its opening. */
function looks(order: OrderRecord, openedAtMs: number | undefined = 0): number[] {
  const all: number[] = []
  let nowMs = 0
  for (;;) {
    const next = nextOrderPoll(
      order,
      { nowMs, openedAtMs, unanswered: false, providerDelayMs: nextPollDelayMs },
      DEFAULT_POLICY,
    )
    if (next === undefined) return all
    expect(next).toBeGreaterThan(nowMs)
    all.push(next / SEC)
    nowMs = next
  }
}

describe('looks at an order', () => {
  it('follow the provider’s schedule, then 5 s, 1 h, 24 h and 72 h after the expiry', () => {
    const all = looks(pending)
    expect(all.slice(0, 3)).toEqual([20, 23, 26])
    expect(all.slice(-4)).toEqual([605, 600 + 3_600, 600 + 24 * 3_600, 600 + 72 * 3_600])
    // 20–50 every 3 s, –110 every 6, –170 every 10, –230 every 30, then each minute: 11 + 10 + 6 + 2 + 6, and the last four.
    expect(all.length).toBe(11 + 10 + 6 + 2 + 6 + 4)
  })

  it('of one that failed come three times more, as money may', () => {
    expect(looks({ ...pending, state: 'FAILED' })).toEqual([600 + 3_600, 600 + 24 * 3_600, 600 + 72 * 3_600])
  })

  it('of one that the provider never answered for come once more, when its absence is proof', () => {
    const { orderId: _, ...created } = { ...pending, state: 'CREATED' as const }
    expect(looks(created)).toContain(600 + 600 + 1)
  })

  it('are not needed for what is decided, refused or waits for a person', () => {
    const { orderId: _, ...unopened } = pending
    expect(looks({ ...pending, state: 'COMPLETED' })).toEqual([])
    expect(looks({ ...pending, needsReview: { reason: 'paid-twice', message: 'y', sinceMs: 0 } })).toEqual([])
    expect(looks({ ...unopened, state: 'FAILED', errorCode: 'NOT_SENT' })).toEqual([])
  })

  it('begin when the payer has chosen', () => {
    const next = (openedAtMs: number | undefined, nowMs: number) =>
      nextOrderPoll(
        { ...pending, state: 'CREATED' },
        { nowMs, openedAtMs, unanswered: false, providerDelayMs: nextPollDelayMs },
        DEFAULT_POLICY,
      )
    expect(next(undefined, 0)).toBe(EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs + SEC)
    expect(next(100 * SEC, 100 * SEC)).toBe(120 * SEC)
  })

  it('that nobody answered after the expiry are made up for', () => {
    const late = { nowMs: EXPIRY + 5 * SEC, openedAtMs: 0, unanswered: true, providerDelayMs: nextPollDelayMs }
    expect(nextOrderPoll(pending, late, DEFAULT_POLICY)).toBe(late.nowMs + 60 * SEC)
    const last = { ...late, nowMs: EXPIRY + 72 * HOUR }
    expect(nextOrderPoll(pending, last, DEFAULT_POLICY)).toBe(last.nowMs + 60 * SEC)
  })
})

it('looks at a refund grow from ten seconds to six hours, and end with it', () => {
  const refund = { state: 'PENDING' as const, createdAtMs: 0 }
  expect(nextRefundPoll(refund, 0)).toBe(10 * SEC)
  expect(nextRefundPoll(refund, 10 * SEC)).toBe(20 * SEC)
  expect(nextRefundPoll(refund, 100 * SEC)).toBe(150 * SEC)
  expect(nextRefundPoll(refund, 48 * HOUR)).toBe(54 * HOUR)
  expect(nextRefundPoll({ ...refund, state: 'COMPLETED' }, 0)).toBeUndefined()
})
