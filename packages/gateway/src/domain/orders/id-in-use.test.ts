import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Observation, OrderRecord } from './order.ts'
import { reduceOrder } from './reduce.ts'
import { mayBeRefunded, PAYMENT_IN_DOUBT } from './refund-doubt.ts'

const NOW = 800_000
const AMOUNT = 49_900 as Paise
const sending: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: AMOUNT,
  state: 'CREATED',
  opening: 'sending',
  attempts: [],
  createdAtMs: 300_000,
  sentAtMs: 300_000,
  expiresAtMs: 1_500_000,
  sendByMs: NOW,
}
const status: Observation = {
  kind: 'status',
  atMs: NOW,
  status: { state: 'COMPLETED', merchantOrderId: 'one', amount: AMOUNT, attempts: [] },
}
const duplicate = { kind: 'response-failed', atMs: NOW, outcome: 'rejected', duplicateId: true } as const
const resolved: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'ours' }
const reduce = (order: OrderRecord, observations: readonly Observation[]) =>
  reduceOrder(order, observations, { nowMs: NOW }, DEFAULT_POLICY)

/** A payment of this time. */
const at = (timestamp: number, more: object = {}): Observation => ({
  kind: 'status',
  atMs: NOW,
  status: {
    state: 'COMPLETED',
    merchantOrderId: 'one',
    amount: AMOUNT,
    attempts: [{ transactionId: 't', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_COLLECT', timestamp }],
  },
  ...more,
})

describe('an order whose request is being sent', () => {
  it('is completed at once by a payment since then; by one from before when its refunds were looked for', () => {
    const resolutionAfter = (observation: Observation, order = sending) => reduce(order, [observation]).order.resolution
    expect(resolutionAfter(at(300_000))).toBe('fulfil')
    expect(reduce(sending, [at(299_999)])).toMatchObject({ rule: 'nothing-new', order: sending, events: [] })
    expect(resolutionAfter(at(299_999, { refundsChecked: true }))).toBe('fulfil')
    expect(resolutionAfter(at(299_999, { refundedAs: 'duplicate' }))).toBe('duplicate-refund')
    expect(resolutionAfter(at(299_999), { ...sending, orderId: 'OMO1' })).toBe('fulfil')
  })

  it('of a key that may not import is completed only after the reply, by a payment since then', () => {
    const own = { ...sending, mayNotImport: true }
    expect(reduce(own, [at(300_000)]).order.state).toBe('CREATED')
    const replyLost = { ...own, sendByMs: NOW - 1 }
    expect(reduce(replyLost, [at(300_000)]).order.resolution).toBe('fulfil')
    expect(reduce(replyLost, [at(299_999)]).order.needsReview?.reason).toBe('id-in-use')
  })

  it.each(['CREATED', 'PENDING', 'FAILED'] as const)(
    'stays in review in state %s when its id was in use and only a person may decide, until one does',
    (state) => {
      const { order } = reduce({ ...sending, state }, [{ ...duplicate, needsPerson: true }, status])
      expect(order).toMatchObject({ state, needsReview: { reason: 'id-in-use' } })
      expect(reduce(order, [status])).toMatchObject({ rule: 'stays-in-review', order: { state } })
      expect(reduce(reduce(order, [resolved]).order, [status]).order.state).toBe('COMPLETED')
    },
  )
})

describe('a payment that is found late', () => {
  const { sendByMs: _, ...sent } = sending
  const open: OrderRecord = { ...sent, state: 'PENDING', opening: 'sent', orderId: 'OMO1' }
  const FOUND_LATE = at(NOW - 600_001)

  const unanswered = { ...FOUND_LATE, refundsChecked: 'unanswered' } as Observation

  it('completes the order when the provider has said whether it has an automatic refund of it', () => {
    const after = (more: object) => reduce(open, [{ ...FOUND_LATE, ...more } as Observation])
    expect(after({ refundsChecked: true }).order.resolution).toBe('fulfil')
    expect(after({ refundedAs: 'late-payment' }).order.resolution).toBe('late-refund')
    expect(after({ refundsChecked: 'unanswered' })).toMatchObject({
      rule: 'still-pending',
      order: { state: 'PENDING', refundUnansweredSinceMs: NOW },
      events: [],
    })
  })

  it('was refunded as late also when another order of its reference is paid', () => {
    const paidElsewhere = { nowMs: NOW, paidBy: 'two' }
    const found = { ...FOUND_LATE, refundedAs: 'late-payment' } as Observation
    expect(reduceOrder(open, [found], paidElsewhere, DEFAULT_POLICY).order.resolution).toBe('late-refund')
  })

  it('is not believed of a signed callback, which nothing was looked for with', () => {
    const { status } = FOUND_LATE as Extract<Observation, { kind: 'status' }>
    const callback = { kind: 'callback', mode: 'hmac', atMs: NOW, status } as const
    const trusting = { ...DEFAULT_POLICY, trustHmacCallbacks: true }
    expect(reduceOrder(open, [callback], { nowMs: NOW }, trusting).order).toEqual(open)
  })

  it('reopens an order that was given up, and counts as sent, while the provider does not say', () => {
    const { sentAtMs: _, orderId: __, ...unsent } = open
    const givenUp: OrderRecord = { ...unsent, state: 'FAILED', errorCode: 'NEVER_OPENED', opening: 'never-opened' }
    const { order, events } = reduce(givenUp, [unanswered])
    expect(order).toMatchObject({ state: 'PENDING', sentAtMs: 300_000, refundUnansweredSinceMs: NOW })
    expect(events.map(({ type }) => type)).toEqual(['order.reopened'])
  })

  it.each<[string, Partial<OrderRecord>, Observation, boolean]>([
    ['more than ten minutes after it was made', {}, FOUND_LATE, true],
    ['after the expiry', { expiresAtMs: NOW - 1 }, at(NOW - 60_000), true],
    ['at most ten minutes after it was made', {}, at(NOW - 600_000), false],
    ['when its order is known to be paid', { state: 'COMPLETED' }, FOUND_LATE, false],
    ['after a person accepted it', { resolvedFindings: [PAYMENT_IN_DOUBT] }, FOUND_LATE, false],
  ])('%s', (_, over, found, expected) => {
    const { status } = found as Extract<Observation, { kind: 'status' }>
    expect(mayBeRefunded({ ...open, ...over }, status, NOW)).toBe(expected)
  })

  it.each(['PENDING', 'FAILED'] as const)(
    'of an order in state %s waits for a person after 20 minutes, and the next status follows that decision',
    (state) => {
      const since: OrderRecord = { ...open, state }
      const unansweredFor = (ms: number, order: OrderRecord = since, observations = [unanswered]) =>
        reduceOrder(
          { ...order, refundUnansweredSinceMs: NOW },
          observations,
          { nowMs: NOW + ms },
          { ...DEFAULT_POLICY, latePayment: 'fulfil' },
        )
      expect(unansweredFor(1_199_999).order.needsReview).toBeUndefined()
      const { order, events } = unansweredFor(1_200_000)
      const needsReview = { reason: 'undecided', findings: [{ code: 'undecided', theirs: 'COMPLETED' }] }
      expect(order).toMatchObject({ state, needsReview })
      expect(events.map(({ type }) => type)).toEqual(['order.needs_review'])
      expect(unansweredFor(1_300_000, order)).toMatchObject({ order: { state, needsReview }, events: [] })
      const decided = unansweredFor(1_400_000, order, [resolved]).order
      expect(decided).toMatchObject({ state, resolvedFindings: [PAYMENT_IN_DOUBT] })
      expect([decided.needsReview, decided.refundUnansweredSinceMs]).toEqual([undefined, undefined])
      // Also a check that was under way.
      for (const status of [FOUND_LATE, unanswered])
        expect(
          reduceOrder(decided, [status], { nowMs: NOW }, { ...DEFAULT_POLICY, latePayment: 'fulfil' }).order,
        ).toMatchObject({
          state: 'COMPLETED',
          resolution: 'fulfil',
        })
      // Without a person, the answer decides.
      const answered = { ...FOUND_LATE, refundedAs: 'late-payment' } as Observation
      expect(unansweredFor(1_400_000, order, [answered]).order).toMatchObject({ resolution: 'late-refund' })
    },
  )

  it('changes the review of an order that the provider had not decided', () => {
    const undecided: OrderRecord = {
      ...open,
      refundUnansweredSinceMs: NOW - 1_200_000,
      needsReview: { reason: 'undecided', findings: [{ code: 'undecided', key: 'undecided' }], sinceMs: 1 },
    }
    expect(reduce(undecided, [unanswered]).order.needsReview?.findings).toMatchObject([
      { code: 'undecided', theirs: 'COMPLETED' },
    ])
  })
})

describe('an order that was not created by its request, and whose starter may not import one', () => {
  const { sentAtMs: _, sendByMs: __, ...rest } = sending
  const unsent: OrderRecord = { ...rest, opening: 'unsent' }
  it.each<[string, OrderRecord]>([
    ['was not sent', unsent],
    ['was given up', { ...unsent, sentAtMs: 300_000, state: 'FAILED', errorCode: 'REFUSED', opening: 'refused' }],
  ])('that %s needs review when the provider knows it, until a person resolves it', (_, order) => {
    expect(reduce(order, [status]).order.needsReview?.reason).not.toBe('id-in-use')
    const inReview = reduce({ ...order, mayNotImport: true }, [status]).order
    expect(inReview).toMatchObject({ state: order.state, needsReview: { reason: 'id-in-use' } })
    const { order: after } = reduce(inReview, [resolved])
    expect(after.mayNotImport).toBeUndefined()
    expect(reduce(after, [status]).order.state).toBe('COMPLETED')
  })
})
