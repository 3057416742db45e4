import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_POLICY,
  type Observation,
  type OrderRecord,
  type PaymentAttempt,
  type ProviderOrderStatus,
} from './order.ts'
import { reduceOrder } from './order-reducer.ts'
import { refundable } from './refund.ts'

const AMOUNT = 49_900 as Paise
const NOW = 1_000_000
const EXPIRY = 900_000

const created: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: AMOUNT,
  state: 'CREATED',
  attempts: [],
  createdAtMs: 300_000,
  expiresAtMs: EXPIRY,
}
const pending: OrderRecord = { ...created, state: 'PENDING', orderId: 'OMO1' }

const attempt = (facts: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  transactionId: 'OM1',
  state: 'COMPLETED',
  amount: AMOUNT,
  paymentMode: 'UPI_QR',
  timestamp: 500_000,
  ...facts,
})
const paid: ProviderOrderStatus = {
  state: 'COMPLETED',
  merchantOrderId: 'one',
  orderId: 'OMO1',
  amount: AMOUNT,
  expireAt: EXPIRY,
  attempts: [attempt()],
}
const status = (facts: Partial<ProviderOrderStatus> = {}): Observation => ({
  kind: 'status',
  atMs: NOW,
  status: { ...paid, ...facts },
})
const callback = (mode: 'classic' | 'hmac', facts: Partial<ProviderOrderStatus> = {}): Observation => ({
  kind: 'callback',
  atMs: NOW,
  mode,
  status: { ...paid, ...facts },
})
const fold = (order: OrderRecord, heard: Observation[], reference = {}, policy = {}) =>
  reduceOrder(order, heard, { nowMs: NOW, ...reference }, { ...DEFAULT_POLICY, ...policy })

describe('a payment', () => {
  it('counts when the provider says so, when asked', () => {
    const { order, events, rule } = fold(pending, [callback('classic'), status()])
    expect(rule).toBe('completed-by-status')
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil', completedAtMs: NOW })
    expect(events).toEqual([{ type: 'order.completed', deliveryId: 'one:completed', merchantOrderId: 'one' }])
  })

  it.each([
    ['classic', true, 'PENDING'],
    ['classic', false, 'PENDING'],
    ['hmac', false, 'PENDING'],
    ['hmac', true, 'COMPLETED'],
  ] as const)('in a %s callback alone, trusted: %s, makes it %s', (mode, trustHmacCallbacks, state) => {
    expect(fold(pending, [callback(mode)], {}, { trustHmacCallbacks }).order.state).toBe(state)
  })

  it('is not believed against the word of a status read, even when signed', () => {
    const heard = [callback('hmac'), status({ state: 'PENDING', attempts: [] })]
    expect(fold(pending, heard, {}, { trustHmacCallbacks: true })).toMatchObject({ rule: 'still-pending', events: [] })
  })

  it('of a reference that is paid goes back', () => {
    const { order, events, rule } = fold(pending, [status()], { paidBy: 'other' })
    expect(rule).toBe('duplicate-payment')
    expect(order.resolution).toBe('duplicate-refund')
    expect(events).toEqual([
      {
        type: 'refund.request',
        deliveryId: 'one-dup',
        merchantOrderId: 'one',
        merchantRefundId: 'one-dup',
        amount: AMOUNT,
        origin: 'duplicate',
      },
    ])
  })

  it('that began after the expiry is late, however long ago we looked', () => {
    const late = status({ attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(fold(pending, [late]).order.resolution).toBe('late-refund')
    expect(fold(pending, [late], {}, { latePayment: 'fulfil' }).order.resolution).toBe('fulfil')
    expect(fold(pending, [status({ attempts: [attempt({ timestamp: EXPIRY })] })]).order.resolution).toBe('fulfil')
    // The provider's time counts: ours is a guess where its reply was lost.
    const longer = status({ expireAt: EXPIRY + 60_000, attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(fold(pending, [longer]).order.resolution).toBe('fulfil')
  })

  it('after a failure is late too', () => {
    expect(fold({ ...pending, state: 'FAILED' }, [status()]).rule).toBe('late-payment')
  })
})

describe('what does not fit', () => {
  it.each([
    ['wrong-order', { merchantOrderId: 'two' }],
    ['amount-mismatch', { amount: 1 as Paise }],
    ['currency-mismatch', { currency: 'USD' }],
    ['order-id-mismatch', { orderId: 'OMO2' }],
    ['unknown-state', { state: 'UNKNOWN', wireState: 'ON_HOLD' }],
    ['paid-twice', { attempts: [attempt(), attempt({ transactionId: 'OM2' })] }],
    ['short-payment', { attempts: [attempt({ amount: 100 as Paise })] }],
  ] as const)('parks the order by the rule %s', (rule, facts) => {
    const { order, events } = fold(pending, [status(facts)])
    expect(order).toMatchObject({ state: 'PENDING', needsReview: { reason: rule } })
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
  })

  it('stays so until a person has looked; only a double payment is settled by that look alone', () => {
    const look: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'looked' }
    const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
    const short = status({ amount: 1 as Paise })
    for (const [heard, rule] of [
      [twice, 'completed-by-status'],
      [short, 'amount-mismatch'],
    ] as const) {
      const needsReview = fold(pending, [heard]).order
      expect(fold(needsReview, [heard]).rule).toBe('stays-in-review')
      const looked = fold(needsReview, [look])
      expect(looked).toMatchObject({ rule: 'review-resolved', events: [] })
      expect(fold(looked.order, [heard]).rule).toBe(rule)
    }
  })

  it('a second payment goes back when that person says so: once, whole, and the first one counts', () => {
    const give: Observation = {
      kind: 'console',
      atMs: NOW,
      resolveReview: true,
      note: 'the payer called',
      refundSurplus: true,
    }
    const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
    const needsReview = fold(pending, [twice]).order
    const given = fold(needsReview, [give])
    expect(given).toMatchObject({
      rule: 'review-resolved',
      events: [{ type: 'refund.request', merchantRefundId: 'one-twice', amount: AMOUNT, origin: 'duplicate' }],
    })
    const { order } = fold(given.order, [twice])
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(refundable(order, [{ state: 'REQUESTED', amount: AMOUNT }])).toBe(AMOUNT)

    const thrice = status({ attempts: ['OM1', 'OM2', 'OM3'].map((transactionId) => attempt({ transactionId })) })
    const again = fold(order, [thrice])
    expect(again).toMatchObject({
      rule: 'paid-twice',
      order: { needsReview: {} },
      events: [{ type: 'order.needs_review' }],
    })
    expect(again.events[0]?.deliveryId).not.toBe(fold(pending, [twice]).events[0]?.deliveryId)
    expect(fold(again.order, [give]).events).toEqual([])
    expect(refundable(fold(again.order, [give]).order, [])).toBe(3 * AMOUNT)
  })

  it('nothing else that is needsReview gives money back', () => {
    const give: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'gone', refundSurplus: true }
    const needsReview = fold(pending, [status({ amount: 1 as Paise })]).order
    expect(fold(needsReview, [give]).events).toEqual([])
  })

  it('of what the provider leaves out nothing is a mismatch', () => {
    const { merchantOrderId: _, amount: __, ...rest } = paid
    expect(fold(pending, [{ kind: 'status', atMs: NOW, status: rest }]).order.state).toBe('COMPLETED')
  })
})

describe('a payment on the merchant’s own page', () => {
  const custom: OrderRecord = { ...created, checkout: 'CUSTOM' }
  const failed = (outcome: 'not-sent' | 'rejected' | 'unknown', passing: boolean): Observation => ({
    kind: 'reply-failed',
    atMs: NOW,
    outcome,
    duplicateId: false,
    passing,
  })
  it.each([
    ['not-sent', false, 'CREATED', 'opening-put-off'],
    ['rejected', true, 'CREATED', 'opening-put-off'],
    ['rejected', false, 'FAILED', 'opening-refused'],
    ['unknown', false, 'CREATED', 'opening-unknown'],
  ] as const)('that is %s, for now: %s, leaves the order %s', (outcome, passing, state, rule) => {
    expect(fold(custom, [failed(outcome, passing)])).toMatchObject({ rule, order: { state } })
  })
})

describe('an opening', () => {
  const failed = (outcome: 'not-sent' | 'rejected' | 'unknown', duplicateId = false): Observation => ({
    kind: 'reply-failed',
    atMs: NOW,
    outcome,
    duplicateId,
  })
  it.each([
    ['not-sent', false, 'FAILED', 'opening-not-sent'],
    ['rejected', false, 'FAILED', 'opening-refused'],
    ['rejected', true, 'CREATED', 'opening-unknown'],
    ['unknown', false, 'CREATED', 'opening-unknown'],
  ] as const)('that is %s, the id taken: %s, leaves the order %s', (outcome, duplicateId, state, rule) => {
    expect(fold(created, [failed(outcome, duplicateId)])).toMatchObject({ rule, order: { state } })
  })

  it('is over only when the provider does not know it long after its time', () => {
    const missing: Observation = { kind: 'status-failed', atMs: NOW, unknownOrder: true }
    const at = (nowMs: number) => fold(created, [missing], { nowMs }).order.state
    expect(at(EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs)).toBe('CREATED')
    expect(at(EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs + 1)).toBe('FAILED')
    expect(fold(pending, [missing], { nowMs: EXPIRY * 100 }).order.state).toBe('PENDING')
  })

  it('heard of late changes nothing that is known already', () => {
    const reply: Observation = { kind: 'reply', atMs: NOW, orderId: 'OMO1', expireAt: EXPIRY }
    expect(fold({ ...pending, state: 'COMPLETED', resolution: 'fulfil' }, [reply])).toMatchObject({
      rule: 'nothing-new',
    })
  })
})
