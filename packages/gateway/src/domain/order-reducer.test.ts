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

const attempt = (fields: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  transactionId: 'OM1',
  state: 'COMPLETED',
  amount: AMOUNT,
  paymentMode: 'UPI_QR',
  timestamp: 500_000,
  ...fields,
})
const paid: ProviderOrderStatus = {
  state: 'COMPLETED',
  merchantOrderId: 'one',
  orderId: 'OMO1',
  amount: AMOUNT,
  expireAt: EXPIRY,
  attempts: [attempt()],
}
const status = (fields: Partial<ProviderOrderStatus> = {}): Observation => ({
  kind: 'status',
  atMs: NOW,
  status: { ...paid, ...fields },
})
const callback = (mode: 'classic' | 'hmac', fields: Partial<ProviderOrderStatus> = {}): Observation => ({
  kind: 'callback',
  atMs: NOW,
  mode,
  status: { ...paid, ...fields },
})
const reduce = (order: OrderRecord, observations: Observation[], reference = {}, policy = {}) =>
  reduceOrder(order, observations, { nowMs: NOW, ...reference }, { ...DEFAULT_POLICY, ...policy })

describe('a payment', () => {
  it('completes the order when the status check reports it', () => {
    const { order, events, rule } = reduce(pending, [callback('classic'), status()])
    expect(rule).toBe('completed-by-status')
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil', completedAtMs: NOW })
    expect(events).toEqual([{ type: 'order.completed', deliveryId: 'one:completed', merchantOrderId: 'one' }])
  })

  it.each([
    ['classic', true, 'PENDING'],
    ['classic', false, 'PENDING'],
    ['hmac', false, 'PENDING'],
    ['hmac', true, 'COMPLETED'],
  ] as const)(
    'in a %s callback alone with trustHmacCallbacks=%s leaves the order %s',
    (mode, trustHmacCallbacks, state) => {
      expect(reduce(pending, [callback(mode)], {}, { trustHmacCallbacks }).order.state).toBe(state)
    },
  )

  it('in a signed callback is overruled by a status check', () => {
    const observations = [callback('hmac'), status({ state: 'PENDING', attempts: [] })]
    expect(reduce(pending, observations, {}, { trustHmacCallbacks: true })).toMatchObject({
      rule: 'still-pending',
      events: [],
    })
  })

  it('of a reference that is paid already is refunded', () => {
    const { order, events, rule } = reduce(pending, [status()], { paidBy: 'other' })
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

  it('made after the expiry is late, whenever the status was checked', () => {
    const late = status({ attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(reduce(pending, [late]).order.resolution).toBe('late-refund')
    expect(reduce(pending, [late], {}, { latePayment: 'fulfil' }).order.resolution).toBe('fulfil')
    expect(reduce(pending, [status({ attempts: [attempt({ timestamp: EXPIRY })] })]).order.resolution).toBe('fulfil')
    // The provider's expiry counts: ours is an estimate where its reply was lost.
    const longer = status({ expireAt: EXPIRY + 60_000, attempts: [attempt({ timestamp: EXPIRY + 1 })] })
    expect(reduce(pending, [longer]).order.resolution).toBe('fulfil')
  })

  it('after the order failed is late too', () => {
    expect(reduce({ ...pending, state: 'FAILED' }, [status()]).rule).toBe('late-payment')
  })
})

describe('a mismatch', () => {
  it.each([
    ['wrong-order', { merchantOrderId: 'two' }],
    ['amount-mismatch', { amount: 1 as Paise }],
    ['currency-mismatch', { currency: 'USD' }],
    ['order-id-mismatch', { orderId: 'OMO2' }],
    ['unknown-state', { state: 'UNKNOWN', wireState: 'ON_HOLD' }],
    ['paid-twice', { attempts: [attempt(), attempt({ transactionId: 'OM2' })] }],
    ['short-payment', { attempts: [attempt({ amount: 100 as Paise })] }],
  ] as const)('puts the order in review by the rule %s', (rule, fields) => {
    const { order, events } = reduce(pending, [status(fields)])
    expect(order).toMatchObject({ state: 'PENDING', needsReview: { reason: rule } })
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
  })

  it('stays in review until a person resolves it; only a double payment is then accepted as it is', () => {
    const resolve: Observation = { kind: 'console', atMs: NOW, resolveReview: true, note: 'checked' }
    const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
    const short = status({ amount: 1 as Paise })
    for (const [observed, rule] of [
      [twice, 'completed-by-status'],
      [short, 'amount-mismatch'],
    ] as const) {
      const inReview = reduce(pending, [observed]).order
      expect(reduce(inReview, [observed]).rule).toBe('stays-in-review')
      const resolved = reduce(inReview, [resolve])
      expect(resolved).toMatchObject({ rule: 'review-resolved', events: [] })
      expect(reduce(resolved.order, [observed]).rule).toBe(rule)
    }
  })

  it('refunds a second payment when that person decides so: once, in full, and the first payment counts', () => {
    const resolveAndRefund: Observation = {
      kind: 'console',
      atMs: NOW,
      resolveReview: true,
      note: 'the payer called',
      refundSurplus: true,
    }
    const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
    const inReview = reduce(pending, [twice]).order
    const refunded = reduce(inReview, [resolveAndRefund])
    expect(refunded).toMatchObject({
      rule: 'review-resolved',
      events: [{ type: 'refund.request', merchantRefundId: 'one-twice', amount: AMOUNT, origin: 'duplicate' }],
    })
    const { order } = reduce(refunded.order, [twice])
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(refundable(order, [{ state: 'REQUESTED', amount: AMOUNT }])).toBe(AMOUNT)

    const thrice = status({ attempts: ['OM1', 'OM2', 'OM3'].map((transactionId) => attempt({ transactionId })) })
    const again = reduce(order, [thrice])
    expect(again).toMatchObject({
      rule: 'paid-twice',
      order: { needsReview: {} },
      events: [{ type: 'order.needs_review' }],
    })
    expect(again.events[0]?.deliveryId).not.toBe(reduce(pending, [twice]).events[0]?.deliveryId)
    expect(reduce(again.order, [resolveAndRefund]).events).toEqual([])
    expect(refundable(reduce(again.order, [resolveAndRefund]).order, [])).toBe(3 * AMOUNT)
  })

  it('does not refund when the review has another reason', () => {
    const resolveAndRefund: Observation = {
      kind: 'console',
      atMs: NOW,
      resolveReview: true,
      note: 'refund it',
      refundSurplus: true,
    }
    const inReview = reduce(pending, [status({ amount: 1 as Paise })]).order
    expect(reduce(inReview, [resolveAndRefund]).events).toEqual([])
  })

  it('is not found in a field that the provider leaves out', () => {
    const { merchantOrderId: _, amount: __, ...rest } = paid
    expect(reduce(pending, [{ kind: 'status', atMs: NOW, status: rest }]).order.state).toBe('COMPLETED')
  })
})

describe('a failed reply to a payment of a custom checkout', () => {
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
  ] as const)('with outcome %s, temporary=%s, leaves the order %s', (outcome, passing, state, rule) => {
    expect(reduce(custom, [failed(outcome, passing)])).toMatchObject({ rule, order: { state } })
  })
})

describe('the request that creates an order', () => {
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
  ] as const)('with outcome %s, duplicate id=%s, leaves the order %s', (outcome, duplicateId, state, rule) => {
    expect(reduce(created, [failed(outcome, duplicateId)])).toMatchObject({ rule, order: { state } })
  })

  it('fails the order only when the provider does not know it after the expiry and the grace', () => {
    const missing: Observation = { kind: 'status-failed', atMs: NOW, unknownOrder: true }
    const at = (nowMs: number) => reduce(created, [missing], { nowMs }).order.state
    expect(at(EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs)).toBe('CREATED')
    expect(at(EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs + 1)).toBe('FAILED')
    expect(reduce(pending, [missing], { nowMs: EXPIRY * 100 }).order.state).toBe('PENDING')
  })

  it('changes nothing when its reply arrives after the order is completed', () => {
    const reply: Observation = { kind: 'reply', atMs: NOW, orderId: 'OMO1', expireAt: EXPIRY }
    expect(reduce({ ...pending, state: 'COMPLETED', resolution: 'fulfil' }, [reply])).toMatchObject({
      rule: 'nothing-new',
    })
  })
})
