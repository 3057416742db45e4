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

/** All poll times of an order that does not change, in seconds since its payment was started. */
function pollTimes(order: OrderRecord, openedAtMs: number | undefined = 0): number[] {
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

describe('nextOrderPoll', () => {
  it('follows the provider’s schedule, then polls 5 s, 1 h, 24 h and 72 h after the expiry', () => {
    const all = pollTimes(pending)
    expect(all.slice(0, 3)).toEqual([20, 23, 26])
    expect(all.slice(-4)).toEqual([605, 600 + 3_600, 600 + 24 * 3_600, 600 + 72 * 3_600])
    // Every 3 s from 20 s to 50 s, 6 s to 110 s, 10 s to 170 s, 30 s to 230 s, then every minute; and the last four.
    expect(all.length).toBe(11 + 10 + 6 + 2 + 6 + 4)
  })

  it('polls a failed order three more times, because it may still be paid', () => {
    expect(pollTimes({ ...pending, state: 'FAILED' })).toEqual([600 + 3_600, 600 + 24 * 3_600, 600 + 72 * 3_600])
  })

  it('polls an order without a reply once after the grace, when "not found" is final', () => {
    const { orderId: _, ...created } = { ...pending, state: 'CREATED' as const }
    expect(pollTimes(created)).toContain(600 + 600 + 1)
  })

  it('does not poll an order that is completed, in review or was never created', () => {
    const { orderId: _, ...unopened } = pending
    expect(pollTimes({ ...pending, state: 'COMPLETED' })).toEqual([])
    expect(pollTimes({ ...pending, needsReview: { reason: 'paid-twice', message: 'y', sinceMs: 0 } })).toEqual([])
    expect(pollTimes({ ...unopened, state: 'FAILED', errorCode: 'NOT_SENT' })).toEqual([])
  })

  it('starts the schedule of a custom checkout when the payer has chosen', () => {
    const next = (openedAtMs: number | undefined, nowMs: number) =>
      nextOrderPoll(
        { ...pending, state: 'CREATED' },
        { nowMs, openedAtMs, unanswered: false, providerDelayMs: nextPollDelayMs },
        DEFAULT_POLICY,
      )
    expect(next(undefined, 0)).toBe(EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs + SEC)
    expect(next(100 * SEC, 100 * SEC)).toBe(120 * SEC)
  })

  it('repeats a poll that failed after the expiry within a minute', () => {
    const late = { nowMs: EXPIRY + 5 * SEC, openedAtMs: 0, unanswered: true, providerDelayMs: nextPollDelayMs }
    expect(nextOrderPoll(pending, late, DEFAULT_POLICY)).toBe(late.nowMs + 60 * SEC)
    const last = { ...late, nowMs: EXPIRY + 72 * HOUR }
    expect(nextOrderPoll(pending, last, DEFAULT_POLICY)).toBe(last.nowMs + 60 * SEC)
  })
})

describe('nextRefundPoll', () => {
  const pending = { state: 'PENDING' as const, stateSinceMs: 0 }
  const needsReview = { reason: 'undecided', message: '', sinceMs: 0, ours: { state: 'PENDING', amount: 1 } } as const

  it('polls at intervals from ten seconds to six hours until the refund is final', () => {
    expect(nextRefundPoll(pending, 0)).toBe(10 * SEC)
    expect(nextRefundPoll(pending, 10 * SEC)).toBe(20 * SEC)
    expect(nextRefundPoll(pending, 100 * SEC)).toBe(150 * SEC)
    expect(nextRefundPoll(pending, 48 * HOUR)).toBe(54 * HOUR)
    expect(nextRefundPoll({ ...pending, state: 'COMPLETED' }, 0)).toBeUndefined()
  })

  it('polls a refund in review every day, a final one too', () => {
    expect(nextRefundPoll({ ...pending, needsReview }, 480 * HOUR)).toBe(504 * HOUR)
    expect(nextRefundPoll({ ...pending, state: 'COMPLETED', needsReview }, 480 * HOUR)).toBe(504 * HOUR)
  })

  it('polls a failed refund three times more', () => {
    const failed = { ...pending, state: 'FAILED' as const }
    expect([0, HOUR, 24 * HOUR, 72 * HOUR].map((nowMs) => nextRefundPoll(failed, nowMs))).toEqual([
      HOUR,
      24 * HOUR,
      72 * HOUR,
      undefined,
    ])
  })
})
