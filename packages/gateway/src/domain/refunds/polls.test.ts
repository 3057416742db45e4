import { describe, expect, it } from 'vitest'
import { nextRefundPoll } from './polls.ts'

const SEC = 1_000
const MIN = 60 * SEC
const HOUR = 3_600 * SEC
const DAY = 24 * HOUR

describe('nextRefundPoll', () => {
  const pending = { state: 'PENDING' as const, stateSinceMs: 0 }
  const needsReview = { reason: 'undecided', sinceMs: 0, ours: { state: 'PENDING', amount: 1 } } as const

  it('polls at intervals from ten seconds to six hours', () => {
    expect(nextRefundPoll(pending, 0)).toBe(10 * SEC)
    expect(nextRefundPoll(pending, 10 * SEC)).toBe(20 * SEC)
    expect(nextRefundPoll(pending, 100 * SEC)).toBe(150 * SEC)
    expect(nextRefundPoll(pending, 48 * HOUR)).toBe(54 * HOUR)
  })

  it('polls a refund in doubt when its last request has arrived or never will', () => {
    const sent = { state: 'REQUESTED' as const, stateSinceMs: 0, inDoubt: true, underWaySinceMs: 20 * SEC }
    expect(nextRefundPoll(sent, 20 * SEC)).toBe(30 * SEC)
    expect(nextRefundPoll(sent, 120 * SEC)).toBe(140 * SEC)
    expect(nextRefundPoll(sent, 140 * SEC)).toBe(210 * SEC)
    expect(nextRefundPoll({ ...sent, inDoubt: false }, 120 * SEC)).toBe(180 * SEC)
  })

  it('is a whole number of milliseconds, as its column is', () => {
    expect(nextRefundPoll(pending, 20_001)).toBe(30_001)
    expect(nextRefundPoll(pending, 100_001)).toBe(150_001)
  })

  it('polls a refund in review every day, a final one too', () => {
    expect(nextRefundPoll({ ...pending, needsReview }, 480 * HOUR)).toBe(504 * HOUR)
    expect(nextRefundPoll({ ...pending, state: 'COMPLETED', needsReview }, 480 * HOUR)).toBe(504 * HOUR)
  })

  it('repeats a check of a failed refund that was not answered, at pauses that double up to six hours', () => {
    const failed = { ...pending, state: 'FAILED' as const }
    const after = (nowMs: number) => (nextRefundPoll(failed, nowMs, { isUnanswered: true }) ?? 0) - nowMs
    expect([HOUR, HOUR + MIN, 2 * HOUR, 72 * HOUR, 80 * HOUR].map(after)).toEqual([
      10 * SEC,
      MIN,
      HOUR,
      10 * SEC,
      6 * HOUR,
    ])
  })

  it('repeats the check of a request that nobody decided in time', () => {
    const waiting = { ...pending, state: 'REQUESTED', approval: 'waiting', approveByMs: HOUR } as const
    expect([0, HOUR, 2 * HOUR].map((nowMs) => nextRefundPoll(waiting, nowMs))).toEqual([
      HOUR,
      HOUR + 10 * SEC,
      3 * HOUR,
    ])
  })

  it('polls a refund that failed after 1, 24 and 72 hours, and compares it after 7, 30 and 90 days', () => {
    const failed = { ...pending, state: 'FAILED' as const, merchantRefundId: 'r-1' }
    const times = [0, HOUR, 24 * HOUR, 72 * HOUR, 7 * DAY, 30 * DAY, 90 * DAY]
    expect(times.map((nowMs) => nextRefundPoll(failed, nowMs))).toEqual([...times.slice(1), undefined])
  })

  it('compares a refund that was paid out after 7, 30 and 90 days, unless its status cannot be checked', () => {
    const completed = { ...pending, state: 'COMPLETED' as const, merchantRefundId: 'r-1' }
    const times = [0, 7 * DAY, 30 * DAY, 90 * DAY]
    expect(times.map((nowMs) => nextRefundPoll(completed, nowMs))).toEqual([...times.slice(1), undefined])
    expect(nextRefundPoll({ ...pending, state: 'COMPLETED' }, 0)).toBeUndefined()
  })
})
