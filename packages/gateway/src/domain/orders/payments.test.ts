import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { AMOUNT, EXPIRY, PENDING } from '../../../test/helpers/example-orders.ts'
import { defined } from '../defined.ts'
import { captures } from '../finance/ledger.ts'
import { compareOrder } from '../finance/reconciliation.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Observation, OrderRecord, PaymentAttempt } from './order.ts'
import { bookedAmount } from './payments.ts'
import { reduceOrder } from './reduce.ts'
import { surplusOf } from './review.ts'

/** The amount of a payment that cannot be read. */
const UNREADABLE = undefined
const NOW = 1_000_000

const payment = (
  transactionId: string,
  fields: Omit<Partial<PaymentAttempt>, 'amount'> & { amount?: Paise | undefined } = {},
): PaymentAttempt =>
  defined({
    transactionId,
    state: 'COMPLETED',
    amount: AMOUNT,
    paymentMode: 'UPI_QR',
    timestamp: 400_000,
    ...fields,
  })
type Status = Extract<Observation, { kind: 'status' }>
const status = (fields: Partial<Status['status']>): Status => ({
  kind: 'status',
  atMs: NOW,
  checkedAtMs: NOW,
  status: { state: 'COMPLETED', orderId: 'OMO1', amount: AMOUNT, expireAt: EXPIRY, attempts: [], ...fields },
})
const reduce = (order: OrderRecord, ...observations: Observation[]) =>
  reduceOrder(order, observations, { nowMs: NOW }, DEFAULT_POLICY)
const resolve = (order: OrderRecord) =>
  reduce(order, { kind: 'console', atMs: NOW, resolveReview: true, note: 'seen' }).order

describe('an amount of a payment that cannot be read', () => {
  const unreadable = { attempts: [payment('OM1', { amount: UNREADABLE })] }
  const read = status({ attempts: [payment('OM1')] })

  it('is replaced by the one that a later status has, and the order is completed', () => {
    const { order: learned } = reduce(PENDING, status({ state: 'PENDING', ...unreadable }))
    const { order, rule } = reduce(learned, read)
    expect(rule).toBe('completed-by-status')
    expect(order.attempts).toEqual([payment('OM1', { booked: AMOUNT })])
  })

  it('puts the order in review with COMPLETED, and no longer when it is read after that', () => {
    const { order: stopped } = reduce(PENDING, status(unreadable))
    expect(stopped.needsReview?.reason).toBe('short-payment')
    // Read again in review, it is stored.
    const { order: again } = reduce(stopped, status(unreadable))
    expect(reduce(resolve(again), read).rule).toBe('completed-by-status')
  })

  it('of a paid order needs one review while it is unreadable, and another when it can be read and is short', () => {
    const paid = reduce(PENDING, status({})).order
    const stopped = reduce(paid, status(unreadable)).order
    expect(stopped.needsReview?.findings).toMatchObject([{ code: 'short-payment', ours: AMOUNT }])
    expect(stopped.needsReview?.findings[0]).not.toHaveProperty('theirs')
    expect(reduce(resolve(stopped), status(unreadable)).order.needsReview).toBeUndefined()
    const short = status({ attempts: [payment('OM1', { amount: 100 as Paise })] })
    const { order } = reduce(resolve(stopped), short)
    expect(order.needsReview?.findings).toMatchObject([{ code: 'short-payment', ours: AMOUNT, theirs: 100 }])
    expect(reduce(resolve(order), short).order.needsReview).toBeUndefined()
    // A person has seen both amounts.
    expect(reduce(resolve(order), read).order.needsReview).toBeUndefined()
  })

  describe('of a second payment that a person has accepted', () => {
    const first = payment('OM1')
    const paid = reduce(PENDING, status({ attempts: [first] })).order
    const both = (amount?: Paise) => status({ attempts: [first, payment('OM2', { amount })] })
    const accepted = resolve(reduce(paid, both(UNREADABLE)).order)

    it('needs review again when it is read, so that the surplus can be refunded', () => {
      expect(reduce(accepted, both(UNREADABLE)).rule).toBe('nothing-new')
      const { order, events } = reduce(accepted, both(AMOUNT))
      expect(order.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 2 }])
      expect(events).toMatchObject([{ type: 'order.needs_review' }])
      expect(surplusOf(order)).toBe(AMOUNT)
      const refund = reduce(order, { kind: 'console', atMs: NOW, resolveReview: true, note: 'x', refundSurplus: true })
      expect(refund.events).toMatchObject([{ type: 'refund.request', amount: AMOUNT }])
      expect(reduce(refund.order, both(AMOUNT)).rule).toBe('nothing-new')
    })

    it('is named, with its surplus, when it is read while the order is in review for something else', () => {
      const failed: Observation = { kind: 'automatic-refund-failed', atMs: NOW, merchantRefundId: 'r-1' }
      const { order: read } = reduce(reduce(accepted, failed).order, both(AMOUNT))
      expect(read.needsReview?.findings).toMatchObject([{}, { code: 'paid-twice', payments: 2 }])
      expect(surplusOf(read)).toBe(AMOUNT)
      expect(reduce(resolve(read), both(AMOUNT)).rule).toBe('nothing-new')
    })

    it('of a third one offers no surplus, because that of the second one may be refunded', () => {
      const three = (amount?: Paise) => status({ attempts: [first, payment('OM2'), payment('OM3', { amount })] })
      const { order } = reduce(resolve(reduce(paid, three(UNREADABLE)).order), three(AMOUNT))
      expect(order.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }])
      expect(surplusOf(order)).toBe(0)
    })
  })

  it('neither adds to what was paid nor takes from it', () => {
    const attempts = [payment('OM1'), payment('OM2', { amount: UNREADABLE }), payment('OM3')]
    const order = resolve(reduce(PENDING, status({ attempts })).order)
    expect(bookedAmount(order)).toBe(2 * AMOUNT)
    const posted = captures(order, { availableAmount: 0, heldAmount: 0, refundedAmount: 0 })
    expect(posted.map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
      ['OM1', AMOUNT],
      ['OM3', AMOUNT],
    ])
  })
})

describe('a third payment, after a person accepted two', () => {
  const twice = [payment('OM1'), payment('OM2')]
  const paid = reduce(PENDING, status({ attempts: [payment('OM1')] })).order
  const accepted = resolve(reduce(paid, status({ attempts: twice })).order)
  const third = status({ attempts: [...twice, payment('OM3')] })

  it('needs review without a surplus, and is booked when the review is resolved', () => {
    const { order, events } = reduce(accepted, third)
    expect(order.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }])
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
    expect([bookedAmount(order), surplusOf(order)]).toEqual([2 * AMOUNT, 0])
    const resolved = resolve(order)
    expect(bookedAmount(resolved)).toBe(3 * AMOUNT)
    expect(reduce(resolved, third).rule).toBe('nothing-new')
  })
})

describe('a payment without a transactionId, after a person accepted a double payment', () => {
  const named = [payment('OM1'), payment('OM2')]
  const paid = reduce(PENDING, status({ attempts: [payment('OM1')] })).order
  const twice = reduce(paid, status({ attempts: named })).order
  const accepted = resolve(twice)
  const third = status({ attempts: named, unnamedPayments: [AMOUNT] })

  it('needs review, once', () => {
    expect(reduce(accepted, status({ attempts: named })).rule).toBe('nothing-new')
    const { order, events } = reduce(accepted, third)
    const finding = { code: 'paid-twice', payments: 3, unnamedAmount: AMOUNT, unnamedPayments: 1 }
    expect(order.needsReview?.findings).toMatchObject([finding])
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
    const seen = resolve(order)
    expect(reduce(seen, third).rule).toBe('nothing-new')
    const fourth = status({ attempts: named, unnamedPayments: [AMOUNT, AMOUNT] })
    expect(reduce(seen, fourth).order.needsReview?.findings).toMatchObject([{ payments: 4 }])
  })

  it('needs review also when its amount cannot be read, once', () => {
    const unreadable = status({ attempts: named, unnamedPayments: [UNREADABLE] })
    const { order } = reduce(accepted, unreadable)
    expect(order.needsReview?.findings).toMatchObject([
      { code: 'paid-twice', payments: 3, unnamedAmount: 0, unnamedPayments: 1 },
    ])
    const seen = resolve(order)
    expect(reduce(seen, unreadable).rule).toBe('nothing-new')
    for (const unnamedPayments of [[UNREADABLE, UNREADABLE], [AMOUNT]])
      expect(reduce(seen, status({ attempts: named, unnamedPayments })).rule).toBe('paid-twice')
  })

  it('needs no review when the one that was accepted has a transactionId by now, and a further one does', () => {
    const seen = resolve(reduce(paid, status({ attempts: [payment('OM1')], unnamedPayments: [AMOUNT] })).order)
    const { order: again } = reduce(seen, status({ attempts: named }))
    expect(again.needsReview).toBeUndefined()
    expect(bookedAmount(again)).toBe(2 * AMOUNT)
    expect(reduce(again, third).order.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }])
  })

  it('is found by reconciliation, also when its amount cannot be read', () => {
    const unreadable = status({ attempts: named, unnamedPayments: [UNREADABLE] })
    expect(compareOrder(accepted, unreadable)).toMatchObject([{ kind: 'attempt', reason: 'provider-ahead' }])
    expect(compareOrder(resolve(reduce(accepted, unreadable).order), unreadable)).toEqual([])
    const found = { kind: 'attempt', reason: 'provider-ahead', theirs: { state: 'COMPLETED', amount: AMOUNT } }
    expect(compareOrder(accepted, third)).toMatchObject([found])
    expect(compareOrder(resolve(reduce(accepted, third).order), third)).toEqual([])
  })
})

it('a payment that an earlier status reported after the expiry is late, also when the completing status leaves it out', () => {
  const late = [payment('OM1', { timestamp: EXPIRY + 1 })]
  const { order } = reduce(PENDING, status({ state: 'PENDING', attempts: late }))
  for (const attempts of [[], [payment('OM1', { timestamp: undefined } as never)]])
    expect(reduce(order, status({ attempts })).order.resolution).toBe('late-refund')
})
