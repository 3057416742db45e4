import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defined } from './defined.ts'
import { DEFAULT_POLICY, type Observation, type OrderRecord, type ProviderOrderStatus } from './order.ts'
import { reduceOrder } from './order-reducer.ts'
import { refundIdFor } from './order-rules.ts'

const AMOUNT = 49_900 as Paise
const NOW = 1_000_000
const EXPIRY = 900_000
const numRuns = process.env.GALLA_LONG === '1' ? 10_000 : 500

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

const anyAttempt = fc.record({
  transactionId: fc.constantFrom('OM1', 'OM2'),
  state: fc.constantFrom('PENDING', 'COMPLETED', 'FAILED', 'UNKNOWN' as const),
  amount: fc.constantFrom(AMOUNT, AMOUNT, AMOUNT, 1 as Paise),
  paymentMode: fc.constant('UPI_QR'),
  timestamp: fc.constantFrom(500_000, EXPIRY, EXPIRY + 1),
})
const anyStatus: fc.Arbitrary<ProviderOrderStatus> = fc.record(
  {
    state: fc.constantFrom('PENDING', 'COMPLETED', 'FAILED', 'PENDING', 'COMPLETED', 'FAILED', 'UNKNOWN'),
    attempts: fc.uniqueArray(anyAttempt, { maxLength: 2, selector: ({ transactionId }) => transactionId }),
    merchantOrderId: fc.constant('one'),
    orderId: fc.constantFrom('OMO1', 'OMO1', 'OMO1', 'OMO2'),
    amount: fc.constantFrom(AMOUNT, AMOUNT, AMOUNT, 1 as Paise),
    expireAt: fc.constant(EXPIRY),
  },
  { requiredKeys: ['state', 'attempts'] },
)
const anyObservation: fc.Arbitrary<Observation> = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), atMs: fc.constant(NOW), status: anyStatus }),
  fc.record({
    kind: fc.constant('callback' as const),
    atMs: fc.constant(NOW),
    mode: fc.constantFrom('classic' as const, 'hmac' as const),
    status: anyStatus,
  }),
  fc.record({
    kind: fc.constant('reply' as const),
    atMs: fc.constant(NOW),
    orderId: fc.constant('OMO1'),
    expireAt: fc.constant(EXPIRY),
  }),
  fc.record({
    kind: fc.constant('reply-failed' as const),
    atMs: fc.constant(NOW),
    outcome: fc.constantFrom('not-sent' as const, 'rejected' as const, 'unknown' as const),
    duplicateId: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('status-failed' as const), atMs: fc.constant(NOW), unknownOrder: fc.boolean() }),
  fc.constantFrom<Observation>(
    { kind: 'redirect', atMs: NOW },
    { kind: 'clock', atMs: NOW },
    { kind: 'console', atMs: NOW, resolveReview: true, note: 'checked' },
    { kind: 'console', atMs: NOW, resolveReview: true, note: 'refund it', refundSurplus: true },
  ),
)
const RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 }
const anySteps = fc.array(
  fc.record({
    to: fc.nat({ max: 2 }),
    observations: fc.array(anyObservation, { minLength: 1, maxLength: 3 }),
    nowMs: fc.constantFrom(400_000, NOW, EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs + 1),
  }),
  { maxLength: 25 },
)
const anyPolicy = fc.record({
  latePayment: fc.constantFrom('fulfil' as const, 'refund' as const),
  trustHmacCallbacks: fc.boolean(),
})

it('for any observations in any order: moves forward only, keeps reviews open, fulfils a reference once and accounts for all money', () => {
  fc.assert(
    fc.property(anySteps, anyPolicy, (steps, choices) => {
      const policy = { ...DEFAULT_POLICY, ...choices }
      const orders: OrderRecord[] = ['one', 'two', 'three'].map((merchantOrderId) => ({ ...created, merchantOrderId }))
      const deliveryIds: string[] = []
      for (const { to, observations, nowMs } of steps) {
        const before = orders[to] ?? created
        // A status response names the order that was checked.
        const own = observations.map((one) =>
          'status' in one && one.status.merchantOrderId === 'one'
            ? { ...one, status: { ...one.status, merchantOrderId: before.merchantOrderId } }
            : one,
        )
        const paidBy = orders.find(({ resolution }) => resolution === 'fulfil')?.merchantOrderId
        const reference = { nowMs, ...defined({ paidBy }) }
        const { order, events } = reduceOrder(before, own, reference, policy)
        expect(RANK[order.state]).toBeGreaterThanOrEqual(RANK[before.state])
        if (before.needsReview && !own.some(({ kind }) => kind === 'console')) expect(order).toEqual(before)
        if (before.resolution) expect(order.resolution).toBe(before.resolution)
        expect(order.amount).toBe(AMOUNT)
        // Applying the same observations again emits nothing new. Those that arrive with a review's resolution apply only after it.
        const again = reduceOrder(order, own, reference, policy)
        if (!order.needsReview && !before.needsReview)
          expect(again.events.filter(({ type }) => type !== 'order.needs_review')).toEqual([])
        orders[to] = order
        deliveryIds.push(...events.map(({ deliveryId }) => deliveryId))
      }
      const completed = orders.filter(({ state }) => state === 'COMPLETED')
      expect(completed.filter(({ resolution }) => resolution === 'fulfil').length).toBeLessThanOrEqual(1)
      for (const { merchantOrderId } of orders) {
        const refunds = deliveryIds.filter((id) => id === refundIdFor(merchantOrderId, 'paid-twice'))
        expect(refunds.length).toBeLessThanOrEqual(1)
      }
      for (const { merchantOrderId, resolution } of completed) {
        const expected = {
          fulfil: `${merchantOrderId}:completed`,
          'late-refund': refundIdFor(merchantOrderId, 'late-payment'),
          'duplicate-refund': refundIdFor(merchantOrderId, 'duplicate'),
        }[resolution ?? 'fulfil']
        expect(deliveryIds.filter((id) => id === expected)).toHaveLength(1)
      }
    }),
    { numRuns, seed: 20_261_120 },
  )
})
