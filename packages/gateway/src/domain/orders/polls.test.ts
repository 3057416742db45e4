import type { Paise } from '@galla/contract/money'
import { nextPollDelayMs } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import type { OrderRecord } from './order.ts'
import { nextOrderPoll, type PollState, unansweredPolls } from './polls.ts'

const SEC = 1_000
const DAY = 24 * 3_600_000
const HOUR = 3_600 * SEC
const EXPIRY = 600 * SEC
const pending: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: 1 as Paise,
  state: 'PENDING',
  opening: 'sent',
  orderId: 'OMO1',
  attempts: [],
  createdAtMs: 0,
  sentAtMs: 0,
  expiresAtMs: EXPIRY,
}
const UNDECIDED = { reason: 'undecided', findings: [], sinceMs: 0 } as const

/** All poll times of an order that does not change, in seconds since its payment was started, at most 60. */
function pollTimes(order: OrderRecord, unanswered?: (poll: number) => number): number[] {
  const all: number[] = []
  let nowMs = 0
  for (let poll = 0; poll < 60; poll += 1) {
    const pollState = { nowMs, unanswered: unanswered?.(poll) ?? 0, providerDelayMs: nextPollDelayMs }
    const next = nextOrderPoll(order, pollState, DEFAULT_POLICY)
    if (next === undefined) return all
    expect(next).toBeGreaterThan(nowMs)
    all.push(next / SEC)
    nowMs = next
  }
  return all
}

const next = (order: OrderRecord, nowMs: number, more: Partial<PollState> = {}) =>
  nextOrderPoll(order, { nowMs, unanswered: undefined, providerDelayMs: nextPollDelayMs, ...more }, DEFAULT_POLICY)

describe('nextOrderPoll', () => {
  it('follows the provider’s schedule, then polls 5 s, 1 h, 24 h and 72 h after the expiry, and then daily', () => {
    const all = pollTimes(pending)
    expect(all.slice(0, 3)).toEqual([20, 23, 26])
    // Every 3 s from 20 s to 50 s, 6 s to 110 s, 10 s to 170 s, 30 s to 230 s, then every minute.
    const late = all.slice(11 + 10 + 6 + 2 + 6)
    expect(late.slice(0, 4)).toEqual([605, 600 + 3_600, 600 + 24 * 3_600, 600 + 72 * 3_600])
    expect(late.slice(4, 6)).toEqual([600 + 96 * 3_600, 600 + 120 * 3_600])
    const undecided = { ...pending, needsReview: UNDECIDED }
    expect(next(undecided, 80 * HOUR, { unanswered: 0 })).toBe(104 * HOUR)
    expect(next(undecided, 80 * HOUR, { unanswered: 7 })).toBe(104 * HOUR)
    expect(next(undecided, 80 * HOUR, { plannedAtMs: 90 * HOUR })).toBe(90 * HOUR)
  })

  it('polls a payment link for its whole life, but no more often than every five minutes and no less than every six hours', () => {
    const link = { ...pending, checkout: 'LINK', expiresAtMs: 12 * DAY } as const
    const all = pollTimes(link)
    expect(all.slice(0, 3)).toEqual([300, 600, 900])
    const pauses = all.slice(1).map((atSec, index) => Math.round(atSec - (all[index] ?? 0)))
    const beforeExpiry = pauses.slice(0, all.indexOf((12 * DAY + 5 * SEC) / SEC) - 1)
    expect(Math.min(...beforeExpiry)).toBe(300)
    expect(Math.max(...beforeExpiry)).toBe(6 * 3_600)
    expect(all).toContain((12 * DAY + HOUR) / SEC)
  })

  it('polls a debit once a day and after its expiry, because its subscription asks whenever an answer is expected', () => {
    const debit = { ...pending, checkout: 'DEBIT', expiresAtMs: 3 * DAY } as const
    expect(pollTimes(debit).slice(0, 3)).toEqual([DAY, 2 * DAY, 3 * DAY + 5 * SEC].map((ms) => ms / SEC))
  })

  it('polls a cancelled link as if it were open, because a payment may have been running', () => {
    const cancelled = { ...pending, checkout: 'LINK', expiresAtMs: 12 * DAY, state: 'FAILED' } as const
    expect(next(cancelled, DAY)).toBe(DAY + 6 * HOUR)
    expect(next(cancelled, 12 * DAY)).toBe(12 * DAY + HOUR)
  })

  it('polls at once an order that is learned of after the last poll', () => {
    expect(next(pending, 100 * HOUR)).toBe(100 * HOUR)
  })

  it('polls a failed order until 90 days after its expiry, because it may still be paid', () => {
    // Also one that was refused: a proxy may have done that after the provider took it in.
    for (const failed of [pending, { ...pending, errorCode: 'REFUSED' }])
      expect(pollTimes({ ...failed, state: 'FAILED' })).toEqual(
        [1, 24, 72, 168, 720, 2_160].map((hours) => 600 + hours * 3_600),
      )
  })

  it('polls a completed order an hour and 7, 30 and 90 days after its expiry or its completion', () => {
    const completed = { ...pending, state: 'COMPLETED', resolution: 'fulfil', completedAtMs: 100 * SEC } as const
    const pauses = [1, 168, 720, 2_160].map((hours) => hours * 3_600)
    expect(pollTimes(completed)).toEqual(pauses.map((sec) => 600 + sec))
    expect(pollTimes({ ...completed, completedAtMs: 4_000 * SEC })).toEqual(pauses.map((sec) => 4_000 + sec))
  })

  it('polls no final order once its payer data is erased by age: the answer would bring the data back', () => {
    const completed = { ...pending, state: 'COMPLETED', resolution: 'fulfil', completedAtMs: 0 } as const
    const pollState = { nowMs: EXPIRY + 200 * HOUR, unanswered: 0, providerDelayMs: nextPollDelayMs }
    const after = (erasePayerAfterDays: number) =>
      nextOrderPoll(completed, pollState, { ...DEFAULT_POLICY, erasePayerAfterDays })
    expect(after(31)).toBe(EXPIRY + 720 * HOUR)
    expect(after(30)).toBeUndefined()
  })

  it('polls a completed order again after a day while the answer does not mention its payment, for 90 days', () => {
    const completed = { ...pending, state: 'COMPLETED', resolution: 'fulfil', completedAtMs: 0 } as const
    const silent = { unanswered: 0, isSilent: true }
    expect(next(completed, EXPIRY + HOUR, silent)).toBe(EXPIRY + 25 * HOUR)
    expect(next(completed, EXPIRY + 150 * HOUR, silent)).toBe(EXPIRY + 168 * HOUR)
    expect(next(completed, EXPIRY + 2_160 * HOUR, silent)).toBeUndefined()
  })

  it('polls an order without a reply once after the grace, when "not found" gives it up', () => {
    const { orderId: _, ...created } = { ...pending, state: 'CREATED' as const }
    expect(pollTimes(created)).toContain(600 + 600 + 1)
  })

  it('does not poll an order that is in review', () => {
    expect(pollTimes({ ...pending, needsReview: { reason: 'paid-twice', findings: [], sinceMs: 0 } })).toEqual([])
  })

  it('polls an order that was never sent after its expiry only, and starts the schedule when its payment is started', () => {
    const { sentAtMs: _, ...unsent } = { ...pending, state: 'CREATED' as const }
    expect(next(unsent, 0)).toBe(EXPIRY + SEC)
    expect(next({ ...unsent, sentAtMs: 100 * SEC }, 100 * SEC)).toBe(120 * SEC)
  })

  it.each([
    ['NOT_SENT', 'never-sent'],
    ['CANCELLED', 'cancelled'],
  ] as const)('polls an order that was closed as %s until one answer after its expiry', (errorCode, opening) => {
    const { orderId: _, sentAtMs: __, ...unsent } = pending
    const closed = { ...unsent, state: 'FAILED' as const, opening, errorCode }
    const plannedAtMs = EXPIRY + SEC
    expect(next(closed, 10 * SEC, { plannedAtMs })).toBe(plannedAtMs)
    expect(next(closed, 10 * SEC, { plannedAtMs, unanswered: 0 })).toBe(plannedAtMs)
    expect(next(closed, plannedAtMs, { plannedAtMs, unanswered: 1 })).toBe(plannedAtMs + 5 * SEC)
    expect(next(closed, plannedAtMs, { plannedAtMs, unanswered: 0 })).toBeUndefined()
    expect(next(closed, plannedAtMs)).toBeUndefined()
  })

  it('plans the next poll no later for a check on request, unless that finds the order final', () => {
    const plannedAtMs = 120 * SEC
    for (const unanswered of [0, 1, 12])
      for (const order of [pending, { ...pending, needsReview: UNDECIDED }])
        expect(next(order, 119 * SEC, { plannedAtMs, unanswered })).toBe(plannedAtMs)
    const paid = { ...pending, state: 'COMPLETED', resolution: 'fulfil', completedAtMs: 119 * SEC } as const
    expect(next(paid, 119 * SEC, { plannedAtMs, unanswered: 0 })).toBe(EXPIRY + HOUR)
    expect(next(pending, 119 * SEC, { plannedAtMs: 6 * HOUR, unanswered: 0 })).toBeLessThan(EXPIRY)
    expect(
      next({ ...pending, needsReview: { ...UNDECIDED, reason: 'paid-twice' } }, 0, { plannedAtMs }),
    ).toBeUndefined()
  })

  it('counts the polls that are not answered, and not the checks on request between them', () => {
    const plannedAtMs = 120 * SEC
    const after = (before: number, nowMs: number) => unansweredPolls(before, false, { nowMs, plannedAtMs })
    expect([0, 1, 7].map((before) => after(before, 119 * SEC))).toEqual([1, 1, 7])
    expect([0, 1, 7].map((before) => after(before, plannedAtMs))).toEqual([1, 2, 8])
    // An order in review is not polled.
    expect(unansweredPolls(1, false, { nowMs: 0 })).toBe(1)
    expect(unansweredPolls(7, true, { nowMs: 0, plannedAtMs })).toBe(0)
  })

  it('repeats unanswered polls at growing intervals up to six hours', () => {
    const after = (unanswered: number, nowMs = EXPIRY + SEC) => (next(pending, nowMs, { unanswered }) ?? 0) - nowMs
    expect([1, 2, 3, 4].map((unanswered) => after(unanswered))).toEqual([5 * SEC, 10 * SEC, 20 * SEC, 40 * SEC])
    expect([13, 40].map((unanswered) => after(unanswered))).toEqual([20_480 * SEC, 6 * HOUR])
    expect(after(1, 300 * SEC)).toBe(60 * SEC)
    expect(after(7, 300 * SEC)).toBe(320 * SEC)
    // Ten days without an answer.
    expect(pollTimes(pending, (poll) => poll + 1).filter((sec) => sec < 10 * 86_400).length).toBeLessThan(60)
  })

  it('keeps an earlier poll when the provider was not asked', () => {
    const failed = { ...pending, state: 'FAILED' } as const
    expect(next(failed, 5 * HOUR, { plannedAtMs: 6 * HOUR })).toBe(6 * HOUR)
    const completed = { ...pending, state: 'COMPLETED', completedAtMs: 0 } as const
    expect(next(completed, 5 * HOUR, { plannedAtMs: 6 * HOUR })).toBe(6 * HOUR)
  })
})
