import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { FLIGHT_MS } from '../limits.ts'
import type { RefundObservation } from './observations.ts'
import { reduceRefund } from './reduce.ts'
import { newRefund, type RefundRecord } from './refund.ts'
import { maySend } from './sending.ts'
import type { ProviderRefundStatus } from './statements.ts'

const AMOUNT = 20_000 as Paise
const HOUR = 3_600_000
const surroundings = { nowMs: 1_000, available: AMOUNT }
const requested = newRefund({
  id: 1,
  merchantRefundId: 'r-1',
  merchantOrderId: 'one',
  amount: AMOUNT,
  origin: 'api',
  createdAtMs: 0,
})
/** The request is being sent for the first time. */
const sending: RefundRecord = { ...requested, inDoubt: true, attempts: 1 }
const unknownRefund: RefundObservation = { kind: 'status-failed', unknownRefund: true }
const unread: RefundObservation = { kind: 'status-failed', unknownRefund: false }

const status = (state: ProviderRefundStatus['state'], more: Partial<ProviderRefundStatus> = {}): RefundObservation => ({
  kind: 'status',
  status: { merchantRefundId: 'r-1', state, amount: AMOUNT, ...more },
})
type ResponseFailed = Extract<RefundObservation, { kind: 'response-failed' }>
const failed = (outcome: ResponseFailed['outcome'], more: Partial<ResponseFailed> = {}): RefundObservation => ({
  kind: 'response-failed',
  outcome,
  attempt: 1,
  first: true,
  ...more,
})
const refused = (meaning: 'refused' | 'order-unknown' | 'unclear', first = true) =>
  failed('rejected', { first, refusal: { code: 'WORDS', meaning } })

/** Applies observations one after another, at the same time. */
function reduceAll(refund: RefundRecord, observations: readonly RefundObservation[], nowMs = surroundings.nowMs) {
  const events: string[] = []
  let last = refund
  for (const observation of observations) {
    const reduction = reduceRefund(last, observation, { ...surroundings, nowMs })
    events.push(...reduction.events.map(({ eventId }) => eventId))
    last = reduction.refund
  }
  return { refund: last, events }
}

describe('whether a refund may be sent', () => {
  it('needs a status check that denies it', () => {
    expect(maySend(requested, unknownRefund)).toBe(true)
    expect(maySend(sending, unknownRefund)).toBe(true)
    expect(maySend(requested, unread)).toBe(false)
    expect(maySend(requested, status('PENDING'))).toBe(false)
  })

  it('needs a denial that was asked for when the last request could not arrive any more', () => {
    const underWay = { ...sending, underWaySinceMs: 1_000 }
    const deniedAt = (checkedAtMs: number): RefundObservation => ({
      ...unread,
      kind: 'status-failed',
      unknownRefund: true,
      checkedAtMs,
    })
    expect(maySend(underWay, deniedAt(1_000 + FLIGHT_MS - 1))).toBe(false)
    expect(maySend(underWay, unknownRefund)).toBe(false)
    expect(maySend(underWay, deniedAt(1_000 + FLIGHT_MS))).toBe(true)
  })

  it.each([
    ['was answered', failed('rejected'), true],
    ['was never sent', failed('not-sent', { first: false }), true],
    ['got no response', failed('unknown'), false],
  ])('does not wait for a request that %s: %#', (_what, response, mayBeSent) => {
    const underWay = { ...sending, underWaySinceMs: surroundings.nowMs }
    const { refund } = reduceAll(underWay, [response])
    expect(
      maySend(refund, { ...unread, kind: 'status-failed', unknownRefund: true, checkedAtMs: surroundings.nowMs }),
    ).toBe(mayBeSent)
  })

  it('takes a refused check with an unknown code as a denial only before anything was sent', () => {
    const unclear: RefundObservation = { ...unread, kind: 'status-failed', unclear: true }
    expect(maySend(requested, unclear)).toBe(true)
    expect(maySend(sending, unclear)).toBe(false)
    expect(maySend({ ...requested, attempts: 1 }, unclear)).toBe(false)
  })

  it.each([
    ['a refund that the provider reported', { state: 'PENDING' as const }],
    ['a failed refund', { state: 'FAILED' as const }],
    ['a refund whose refusal is not explained', { refusal: { atMs: 0, meaning: 'unclear' as const } }],
  ])('is never the case for %s', (_what, fields) => {
    expect(maySend({ ...requested, ...fields }, unknownRefund)).toBe(false)
  })
})

describe('a request that was sent', () => {
  it.each([
    ['a lost reply', failed('unknown')],
    ['a rate limit', failed('rejected')],
    ['a repeat that was not sent', failed('not-sent', { first: false })],
    ['a result of an earlier sending', failed('not-sent', { attempt: 0 })],
    ['an undocumented refusal', refused('unclear')],
    ['a documented refusal', refused('refused')],
    ['a refusal of the order', refused('order-unknown')],
  ])('stays in doubt after %s', (_what, response) => {
    expect(reduceAll(sending, [response])).toMatchObject({ refund: { state: 'REQUESTED', inDoubt: true }, events: [] })
  })

  it('is not in doubt when the only request was not sent', () => {
    expect(reduceAll(sending, [failed('not-sent')])).toEqual({ refund: { ...sending, inDoubt: false }, events: [] })
  })

  it('fails when its only request was refused with a documented code and the status denies it', () => {
    expect(reduceAll(sending, [refused('refused'), unread])).toMatchObject({ refund: { state: 'REQUESTED' } })
    expect(reduceAll(sending, [refused('refused'), unknownRefund])).toMatchObject({
      refund: { state: 'FAILED', errorCode: 'WORDS', inDoubt: false },
      events: ['refund:r-1:failed'],
    })
  })

  it.each([
    ['a repeat was refused', refused('refused', false)],
    ['the code is not documented', refused('unclear')],
  ])('needs review when %s and the status denies it for a minute', (_what, response) => {
    const { refund } = reduceAll(sending, [response, unknownRefund])
    expect(refund).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(refund.needsReview).toBeUndefined()
    expect(reduceAll(refund, [unknownRefund, unknownRefund], 61_000)).toMatchObject({
      refund: { state: 'REQUESTED', needsReview: { reason: 'refused', theirs: { code: 'WORDS' } } },
      events: ['refund:r-1:needs_review'],
    })
  })

  it('needs review at once when the provider does not know the order', () => {
    expect(reduceAll(sending, [refused('order-unknown'), unknownRefund]).refund).toMatchObject({
      state: 'REQUESTED',
      needsReview: { reason: 'order-unknown' },
    })
  })

  it('follows the status whatever was refused', () => {
    const { refund, events } = reduceAll(sending, [refused('refused'), status('PENDING'), status('COMPLETED')])
    expect(refund).toMatchObject({ state: 'COMPLETED', inDoubt: false })
    expect(refund.refusal).toBeUndefined()
    expect(refund.errorCode).toBeUndefined()
    expect(events).toEqual(['refund:r-1:completed'])
  })

  it('is not decided by the response to an older request, because the status decides', () => {
    const response: RefundObservation = { kind: 'response', status: { state: 'PENDING', amount: AMOUNT }, attempt: 1 }
    expect(reduceAll(sending, [response]).refund).toMatchObject({ state: 'PENDING', inDoubt: false })
    const sentAgain: RefundRecord = { ...sending, attempts: 2 }
    expect(reduceAll(sentAgain, [response])).toEqual({ refund: sentAgain, events: [] })
  })
})

describe('a request that waits for a second person', () => {
  const waiting: RefundRecord = { ...requested, approval: 'waiting', approveByMs: 1_000, requestedById: 'u-1' }
  const approval = (decision: 'approved' | 'declined' | 'expired', userId = 'u-2'): RefundObservation => ({
    kind: 'approval',
    decision,
    by: { name: 'ravi', userId },
  })
  const decide = (observation: RefundObservation, nowMs: number, refund = waiting) =>
    reduceAll(refund, [observation], nowMs).refund.approval

  it('is decided before its time is over, and expires afterwards', () => {
    expect(decide(approval('approved'), 999)).toBe('approved')
    expect(decide(approval('declined'), 999)).toBe('declined')
    expect(decide(approval('expired'), 999)).toBe('waiting')
    expect(decide(approval('approved'), 1_000)).toBe('waiting')
    expect(decide(approval('declined'), 1_000)).toBe('waiting')
    expect(decide(approval('expired'), 1_000)).toBe('expired')
  })

  it('is approved by another person only, and decided once', () => {
    expect(decide(approval('approved', 'u-1'), 999)).toBe('waiting')
    expect(decide(approval('declined'), 999, { ...waiting, approval: 'approved' })).toBe('approved')
  })
})

describe('a contradiction', () => {
  it.each([
    ['amount-mismatch', { amount: 1 }],
    ['amount-mismatch', { amount: -1 }],
    ['order-mismatch', { originalMerchantOrderId: 'two' }],
    ['unknown-state', { state: 'UNKNOWN' as const, wireState: 'REVERSED' }],
    ['contradiction', { refundId: 'OMR2' }],
  ])('needs review as %s until a status matches: %j', (reason, changed) => {
    const known: RefundRecord = { ...requested, state: 'PENDING', refundId: 'OMR1' }
    const { refund, events } = reduceAll(known, [status('COMPLETED', changed), status('COMPLETED', changed)])
    expect(refund).toMatchObject({
      state: 'PENDING',
      needsReview: { reason, ours: { state: 'PENDING', amount: AMOUNT } },
    })
    expect(events).toEqual(['refund:r-1:needs_review'])
    const after = reduceAll(refund, [status('COMPLETED')])
    expect(after.refund.state).toBe('COMPLETED')
    expect(after.refund.needsReview).toBeUndefined()
    expect(after.events).toEqual(['refund:r-1:completed:2'])
  })

  it('of COMPLETED and FAILED needs review with both statuses', () => {
    const completed: RefundRecord = { ...requested, state: 'COMPLETED' }
    expect(reduceAll(completed, [status('PENDING'), status('FAILED')]).refund).toMatchObject({
      state: 'COMPLETED',
      needsReview: {
        reason: 'contradiction',
        ours: { state: 'COMPLETED' },
        theirs: { state: 'FAILED', amount: AMOUNT },
      },
    })
  })
})

it('a status that names no amount completes no refund', () => {
  const observation: RefundObservation = { kind: 'status', status: { state: 'COMPLETED', refundId: 'OMR1' } }
  const { refund } = reduceAll(sending, [observation])
  expect(refund).toMatchObject({ state: 'REQUESTED', inDoubt: true, needsReview: { reason: 'amount-mismatch' } })
})

it.each([
  ['COMPLETED', { ...requested, state: 'PENDING' }],
  ['COMPLETED', { ...requested, state: 'FAILED' }],
  ['CONFIRMED', { ...requested, state: 'PENDING' }],
  ['FAILED', { ...requested, state: 'PENDING' }],
  ['FAILED', sending],
] as const)('a status %s that names neither a refund nor an order decides no refund: %j', (state, refund) => {
  const unnamed: RefundObservation = { kind: 'status', status: { state, amount: AMOUNT } }
  const after = reduceAll(refund, [unnamed])
  expect(after.refund).toMatchObject({ state: refund.state, needsReview: { reason: 'contradiction' } })
  expect(after.events).toEqual(['refund:r-1:needs_review'])
  expect(reduceAll(after.refund, [status(state)]).refund).not.toHaveProperty('needsReview')
})

describe('a failed refund', () => {
  const { refund: failedRefund } = reduceAll({ ...requested, state: 'PENDING' }, [status('FAILED', { errorCode: 'X' })])

  it.each([
    ['COMPLETED', 'refund:r-1:completed:2'],
    ['PENDING', 'refund:r-1:reopened:2'],
    ['CONFIRMED', 'refund:r-1:reopened:2'],
  ] as const)('is corrected by %s', (state, event) => {
    expect(failedRefund).toMatchObject({ state: 'FAILED', errorCode: 'X' })
    const { refund, events } = reduceAll(failedRefund, [status(state)])
    expect(refund.state).toBe(state)
    expect(refund.errorCode).toBeUndefined()
    expect(events).toEqual([event])
  })

  it('is reported again when it fails again', () => {
    expect(reduceAll(failedRefund, [status('PENDING'), status('FAILED'), status('FAILED')]).events).toEqual([
      'refund:r-1:reopened:2',
      'refund:r-1:failed:3',
    ])
  })

  it('counts when its amount no longer fits, and needs review until it fits again', () => {
    const { refund } = reduceRefund(failedRefund, status('COMPLETED'), { nowMs: 0, available: (AMOUNT - 1) as Paise })
    expect(refund).toMatchObject({
      state: 'COMPLETED',
      needsReview: {
        reason: 'contradiction',
        ours: { state: 'COMPLETED', availableAmount: AMOUNT - 1 },
        theirs: { state: 'COMPLETED', amount: AMOUNT },
      },
    })
    expect(reduceAll(refund, [status('COMPLETED')]).refund).not.toHaveProperty('needsReview')
  })

  it('is not reopened by an answer that is older than the failure', () => {
    const outdated: RefundObservation = { kind: 'status', status: { state: 'PENDING', amount: AMOUNT }, outdated: true }
    expect(reduceRefund(failedRefund, outdated, surroundings)).toEqual({ refund: failedRefund, events: [] })
  })
})

describe('a refund that is not decided', () => {
  it.each([
    ['REQUESTED', 73],
    ['PENDING', 14 * 24 + 1],
    ['CONFIRMED', 14 * 24 + 1],
  ] as const)('in %s needs review after %i hours, once', (state, hours) => {
    const check = state === 'REQUESTED' ? unread : status(state)
    const open: RefundRecord = { ...requested, state }
    expect(reduceAll(open, [check], (hours - 2) * HOUR).refund.needsReview).toBeUndefined()
    const { refund, events } = reduceAll(open, [check, check], hours * HOUR)
    expect(refund).toMatchObject({ state, needsReview: { reason: 'undecided' } })
    expect(events).toEqual(['refund:r-1:needs_review'])
  })
})

describe('a person who resolves a review', () => {
  const { refund: inReview } = reduceAll(sending, [refused('unclear'), unknownRefund])
  const { refund } = reduceAll(inReview, [unknownRefund], 61_000)

  it('has the refund sent again under the same id', () => {
    const { refund: resumed } = reduceAll(refund, [{ kind: 'resolution', decision: 'retry' }], 62_000)
    expect(resumed).toMatchObject({ state: 'REQUESTED', inDoubt: true, stateSinceMs: 62_000 })
    expect(maySend(resumed, unknownRefund)).toBe(true)
  })

  it('fails it, and a later status of the provider corrects that', () => {
    const { refund: failedRefund, events } = reduceAll(refund, [{ kind: 'resolution', decision: 'failed' }])
    expect(failedRefund).toMatchObject({ state: 'FAILED', inDoubt: false, errorCode: 'WORDS' })
    expect(events).toEqual(['refund:r-1:failed:2'])
    expect(reduceAll(failedRefund, [status('COMPLETED')])).toMatchObject({
      refund: { state: 'COMPLETED' },
      events: ['refund:r-1:completed:3'],
    })
  })

  it('changes nothing when there is no review', () => {
    expect(reduceAll(sending, [{ kind: 'resolution', decision: 'failed' }])).toEqual({ refund: sending, events: [] })
  })
})
