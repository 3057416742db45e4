import type { Review } from '@galla/contract/gateway-api/orders'
import { describe, expect, it } from 'vitest'
import { AMOUNT, CREATED } from '../../../test/helpers/example-orders.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Observation, OrderRecord, Refunded } from './order.ts'
import { reduceOrder } from './reduce.ts'
import { mayBeRefunded, PAYMENT_IN_DOUBT } from './refund-doubt.ts'

const NOW = 800_000
const sending: OrderRecord = { ...CREATED, expiresAtMs: 1_500_000, sendByMs: NOW }
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

const inReviewFor = (key: string): Review => ({
  reason: 'undecided',
  findings: [{ code: 'undecided', key }],
  sinceMs: 1,
})

describe('an order whose request is being sent', () => {
  it('is completed at once by a payment since then; by one from before when its refunds were looked for', () => {
    const resolutionAfter = (observation: Observation, order = sending) => reduce(order, [observation]).order.resolution
    expect(resolutionAfter(at(300_000))).toBe('fulfil')
    expect(reduce(sending, [at(299_999)])).toMatchObject({ rule: 'nothing-new', order: sending, events: [] })
    expect(resolutionAfter(at(299_999, { refunded: 'not' }))).toBe('fulfil')
    expect(resolutionAfter(at(299_999, { refunded: 'duplicate' }))).toBe('duplicate-refund')
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

describe('a payment that may have been refunded before', () => {
  const { sendByMs: _, ...sent } = sending
  const open: OrderRecord = { ...sent, state: 'PENDING', opening: 'sent', orderId: 'OMO1' }
  const PAID = at(NOW - 600_001)
  const of = (refunded: Refunded) => ({ ...PAID, refunded }) as Observation
  const FULFIL = { ...DEFAULT_POLICY, latePayment: 'fulfil' } as const

  it('completes the order when the provider has said whether it has an automatic refund of it', () => {
    expect(reduce(open, [PAID]).order.resolution).toBe('fulfil')
    expect(reduce(open, [of('not')]).order.resolution).toBe('fulfil')
    expect(reduce(open, [of('late-payment')]).order.resolution).toBe('late-refund')
    expect(reduce(open, [of('unanswered')]).order.resolution).toBeUndefined()
  })

  it('was refunded as late also when another order of its reference is paid', () => {
    const paidElsewhere = { nowMs: NOW, paidBy: 'two' }
    expect(reduceOrder(open, [of('late-payment')], paidElsewhere, DEFAULT_POLICY).order.resolution).toBe('late-refund')
  })

  it('is not believed of a signed callback when it was made before the order was sent: nothing was looked for with it', () => {
    const unsent: OrderRecord = { ...sending, state: 'CREATED' }
    const { status } = at(299_999) as Extract<Observation, { kind: 'status' }>
    const callback = { kind: 'callback', mode: 'hmac', atMs: NOW, status } as const
    const trusting = { ...DEFAULT_POLICY, trustHmacCallbacks: true }
    expect(reduceOrder(unsent, [callback], { nowMs: NOW }, trusting).order).toEqual(unsent)
  })

  it('keeps an order that was given up closed and in review while the provider does not say, and reopens it with the answer', () => {
    const { sentAtMs: _, orderId: __, ...unsent } = open
    const givenUp: OrderRecord = { ...unsent, state: 'FAILED', errorCode: 'NEVER_OPENED', opening: 'never-opened' }
    const { order, events } = reduce(givenUp, [of('unanswered')])
    expect(order).toMatchObject({ state: 'FAILED', opening: 'never-opened', sentAtMs: 300_000 })
    expect(events.map(({ type }) => type)).toEqual(['order.needs_review'])
    const answered = reduce(order, [of('not')])
    expect(answered.order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(answered.events.map(({ type }) => type)).toEqual(['order.reopened', 'order.completed'])
  })

  it.each<[string, Partial<OrderRecord>, Observation, boolean, boolean]>([
    ['is asked about when its order is from before a restore', {}, PAID, true, true],
    ['is not asked about when its order is of after the restore', {}, PAID, false, false],
    ['is asked about while it is in doubt', { needsReview: inReviewFor(PAYMENT_IN_DOUBT) }, PAID, false, true],
    ['is asked about when it was made before its order was sent', { orderId: undefined as never }, at(1), false, true],
    ['is not asked about when its order is known to be paid', { state: 'COMPLETED' }, PAID, true, false],
    ['is not asked about after a person accepted it', { resolvedFindings: [PAYMENT_IN_DOUBT] }, PAID, true, false],
  ])('%s', (_, over, found, isRestored, expected) => {
    const { status } = found as Extract<Observation, { kind: 'status' }>
    expect(mayBeRefunded({ ...open, ...over }, status, isRestored)).toBe(expected)
  })

  it.each(['PENDING', 'FAILED'] as const)(
    'of an order in state %s waits for a person, and the next status follows that decision',
    (state) => {
      const after = (order: OrderRecord, ...observations: Observation[]) =>
        reduceOrder(order, observations, { nowMs: NOW }, FULFIL)
      const { order, events } = after({ ...open, state }, of('unanswered'))
      const needsReview = { reason: 'undecided', findings: [{ code: 'undecided', theirs: 'COMPLETED' }], sinceMs: NOW }
      expect(order).toMatchObject({ state, needsReview })
      expect(events.map(({ type }) => type)).toEqual(['order.needs_review'])
      for (const one of [of('unanswered'), { kind: 'status-failed', atMs: NOW, unknownOrder: false } as const])
        expect(reduceOrder(order, [one], { nowMs: NOW + 1 }, FULFIL)).toMatchObject({
          order: { state, needsReview },
          events: [],
        })
      const decided = after(order, resolved).order
      expect(decided).toMatchObject({ state, resolvedFindings: [PAYMENT_IN_DOUBT] })
      expect(decided.needsReview).toBeUndefined()
      // Also a check that was under way.
      for (const one of [PAID, of('unanswered')])
        expect(after(decided, one).order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      // Without a person, the answer decides.
      expect(after(order, of('late-payment')).order).toMatchObject({ resolution: 'late-refund' })
    },
  )

  it.each(['PENDING', 'FAILED'] as const)('is in doubt no longer when a status says %s', (state) => {
    const inDoubt = reduce(open, [of('unanswered')]).order
    const status = { ...(PAID as { status: object }).status, state, attempts: [] }
    expect(reduce({ ...inDoubt, attempts: [] }, [{ ...PAID, status } as Observation]).order).toMatchObject({ state })
    expect(reduce({ ...inDoubt, attempts: [] }, [{ ...PAID, status } as Observation]).order.needsReview).toBeUndefined()
  })

  it('changes the review of an order that the provider had not decided', () => {
    const undecided: OrderRecord = { ...open, needsReview: inReviewFor('undecided') }
    expect(reduce(undecided, [of('unanswered')]).order.needsReview?.findings).toMatchObject([
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
