import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../policy.ts'
import type { Observation, OrderRecord, PaymentAttempt, ProviderOrderStatus } from './order.ts'
import { reduceOrder } from './reduce.ts'

const AMOUNT = 49_900 as Paise
const NOW = 1_000_000
const EXPIRY = 900_000

const created: OrderRecord = {
  merchantOrderId: 'one',
  reference: 'cart-7',
  checkout: 'STANDARD',
  amount: AMOUNT,
  state: 'CREATED',
  opening: 'sending',
  attempts: [],
  createdAtMs: 300_000,
  sentAtMs: 300_000,
  expiresAtMs: EXPIRY,
}
const pending: OrderRecord = { ...created, state: 'PENDING', opening: 'sent', orderId: 'OMO1' }

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

describe('an order that the provider does not decide', () => {
  const nowMs = EXPIRY + 72 * 3_600_000
  const stillPending = status({ state: 'PENDING', attempts: [] })

  it('needs review as undecided from the check 72 h after its expiry on, and leaves the review by itself', () => {
    expect(reduce(pending, [stillPending], { nowMs: nowMs - 1 }).order.needsReview).toBeUndefined()
    for (const seen of [stillPending, { kind: 'status-failed', atMs: nowMs, unknownOrder: false } as const]) {
      expect(reduce(pending, [seen], { nowMs })).toMatchObject({
        rule: 'undecided',
        order: { needsReview: { reason: 'undecided', sinceMs: nowMs } },
        events: [{ type: 'order.needs_review' }],
      })
    }
    const undecided = reduce(pending, [stillPending], { nowMs }).order
    expect(reduce(undecided, [stillPending], { nowMs })).toEqual({
      order: undecided,
      events: [],
      rule: 'still-pending',
    })
    const decided = reduce(undecided, [status()], { nowMs })
    expect(decided).toMatchObject({ rule: 'completed-by-status', order: { resolution: 'fulfil' } })
    expect(decided.order).not.toHaveProperty('needsReview')
  })

  it('needs review for a contradiction instead, when the provider reports one', () => {
    const undecided = reduce(pending, [stillPending], { nowMs }).order
    expect(reduce(undecided, [status({ amount: 1 as Paise })], { nowMs }).order.needsReview?.reason).toBe(
      'amount-mismatch',
    )
  })
})

describe('an order in review', () => {
  const twice = status({ attempts: [attempt(), attempt({ transactionId: 'OM2' })] })
  const inReview = reduce(pending, [twice]).order

  it('keeps its state, and the attempts, id and expiry that it learns', () => {
    const thrice = status({ attempts: ['OM1', 'OM2', 'OM3'].map((transactionId) => attempt({ transactionId })) })
    const { order, rule, events } = reduce(inReview, [thrice])
    expect(rule).toBe('paid-twice')
    expect(events).toMatchObject([{ type: 'order.needs_review' }])
    expect(order.needsReview?.findings).toMatchObject([{ code: 'paid-twice', payments: 3 }])
    expect(reduce(order, [thrice])).toMatchObject({ rule: 'stays-in-review', events: [] })
    expect(order).toMatchObject({ state: 'PENDING', needsReview: { reason: 'paid-twice' } })
    expect(order.attempts.map(({ transactionId }) => transactionId)).toEqual(['OM1', 'OM2', 'OM3'])
  })

  it('learns nothing from the status of another order, or from a callback that is only a hint', () => {
    const others = [status({ orderId: 'OMO2' }), status({ merchantOrderId: 'two' }), callback('classic')]
    for (const other of others) {
      const third = {
        ...other,
        status: { ...('status' in other ? other.status : paid), attempts: [attempt({ transactionId: 'OM3' })] },
      }
      expect(reduce(inReview, [third as Observation]).order.attempts).toHaveLength(2)
    }
  })
})
