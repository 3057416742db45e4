import type { Paise } from '@galla/contract/money'
import { nextPollDelayMs } from '@galla/sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defined } from '../defined.ts'
import { nextOrderPoll } from '../orders/polls.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { refundIdFor } from './automatic-refunds.ts'
import { isGivenUp } from './opening.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import { reduceOrder } from './reduce.ts'

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
  opening: 'unsent',
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
    kind: fc.constant('response' as const),
    atMs: fc.constant(NOW),
    orderId: fc.constant('OMO1'),
    expireAt: fc.constant(EXPIRY),
  }),
  fc.record({
    kind: fc.constant('response-failed' as const),
    atMs: fc.constant(NOW),
    outcome: fc.constantFrom('not-sent' as const, 'rejected' as const, 'unknown' as const),
    duplicateId: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('status-failed' as const), atMs: fc.constant(NOW), unknownOrder: fc.boolean() }),
  fc.constantFrom<Observation>(
    { kind: 'redirect', atMs: NOW },
    { kind: 'clock', atMs: NOW },
    { kind: 'cancel', atMs: NOW },
    { kind: 'console', atMs: NOW, resolveReview: true, note: 'checked' },
    { kind: 'console', atMs: NOW, resolveReview: true, note: 'refund it', refundSurplus: true },
  ),
)
const requestOf = (...refund: Parameters<typeof refundIdFor>) => `refund:${refundIdFor(...refund)}:request`
const RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 }
const anySteps = fc.array(
  fc.record({
    to: fc.nat({ max: 2 }),
    observations: fc.array(anyObservation, { minLength: 1, maxLength: 3 }),
    nowMs: fc.constantFrom(400_000, NOW, EXPIRY + DEFAULT_POLICY.unknownOrderGraceMs + 1, EXPIRY + 80 * 3_600_000),
    /** The request that begins the payment is sent first, if it was not yet. */
    begin: fc.boolean(),
    supersededBy: fc.option(fc.constant('later'), { nil: undefined, freq: 5 }),
  }),
  { maxLength: 25 },
)
const anyPolicy = fc.record({
  latePayment: fc.constantFrom('fulfil' as const, 'refund' as const),
  trustHmacCallbacks: fc.boolean(),
})

it('for any observations in any order: moves forward only or reopens, keeps reviews open, is always followed, fulfils a reference once and accounts for all money', () => {
  fc.assert(
    fc.property(anySteps, anyPolicy, (steps, choices) => {
      const policy = { ...DEFAULT_POLICY, ...choices }
      const orders: OrderRecord[] = [
        { ...created, merchantOrderId: 'one' },
        { ...created, merchantOrderId: 'two' },
        { ...created, merchantOrderId: 'three', mayNotImport: true },
      ]
      const eventIds: string[] = []
      for (const { to, observations, nowMs, begin, supersededBy } of steps) {
        const stored = orders[to] ?? created
        const unsent = stored.state === 'CREATED' && stored.sentAtMs === undefined
        const before: OrderRecord =
          begin && unsent ? { ...stored, opening: 'sending', sentAtMs: nowMs, sendByMs: nowMs } : stored
        // A status response names the order that was checked.
        const own = observations.map((one) =>
          'status' in one && one.status.merchantOrderId === 'one'
            ? { ...one, status: { ...one.status, merchantOrderId: before.merchantOrderId } }
            : one.kind === 'response-failed' && one.duplicateId && before.mayNotImport
              ? { ...one, needsPerson: true }
              : one,
        )
        const paidBy = orders.find(({ resolution }) => resolution === 'fulfil')?.merchantOrderId
        const reference = { nowMs, ...defined({ paidBy, supersededBy }) }
        const { order, events } = reduceOrder(before, own, reference, policy)
        // Backwards only when the provider knows an order that the gateway had given up.
        if (isGivenUp(before) && order.state === 'PENDING') expect(order.sentAtMs).toBeDefined()
        else expect(RANK[order.state]).toBeGreaterThanOrEqual(RANK[before.state])
        const stays = before.needsReview && before.needsReview.reason !== 'undecided'
        if (stays && !own.some(({ kind }) => kind === 'console')) {
          const { state, needsReview, resolution } = before
          expect({ state: order.state, resolution: order.resolution }).toEqual({ state, resolution })
          // It may learn of further payments, and of what was taken back.
          const codes = order.needsReview?.findings.map(({ code }) => code)
          expect(order.needsReview?.reason).toBe(needsReview?.reason)
          expect(codes).toEqual(expect.arrayContaining(needsReview?.findings.map(({ code }) => code) ?? []))
          for (const { transactionId } of before.attempts)
            expect(order.attempts.map((attempt) => attempt.transactionId)).toContain(transactionId)
        }
        // More than one payment is named until a person has seen them.
        const paid = order.attempts.filter((one) => one.state === 'COMPLETED')
        if (paid.length > 1 && paid.some(({ booked }) => booked === undefined))
          expect(order.needsReview?.findings).toContainEqual(expect.objectContaining({ code: 'paid-twice' }))
        const isFinal = order.state === 'COMPLETED' || order.state === 'FAILED'
        const pollState = { nowMs, unanswered: undefined, providerDelayMs: nextPollDelayMs }
        if (order.needsReview?.reason === 'undecided' || !(isFinal || order.needsReview)) {
          for (const unanswered of [undefined, 0, 1, 99])
            expect(nextOrderPoll(order, { ...pollState, unanswered }, policy)).toBeDefined()
        }
        if (order.state === 'PENDING') expect(order.sentAtMs).toBeDefined()
        const wasUnsent = before.sentAtMs === undefined && before.mayNotImport
        if (wasUnsent && !before.needsReview) expect(order.resolution).toBeUndefined()
        if (before.resolution) expect(order.resolution).toBe(before.resolution)
        expect(order.amount).toBe(AMOUNT)
        // Applying the same observations again emits nothing new. Those that arrive with a review's resolution apply only after it.
        const again = reduceOrder(order, own, reference, policy)
        if (!order.needsReview && !before.needsReview)
          expect(again.events.filter(({ type }) => type !== 'order.needs_review')).toEqual([])
        orders[to] = order
        eventIds.push(...events.map(({ eventId }) => eventId))
      }
      const completed = orders.filter(({ state }) => state === 'COMPLETED')
      expect(completed.filter(({ resolution }) => resolution === 'fulfil').length).toBeLessThanOrEqual(1)
      for (const { merchantOrderId } of orders) {
        const refunds = eventIds.filter((id) => id === requestOf(merchantOrderId, 'paid-twice'))
        expect(refunds.length).toBeLessThanOrEqual(1)
      }
      for (const { merchantOrderId, state } of orders) {
        const count = (prefix: string) =>
          eventIds.filter((id) => id.startsWith(`order:${merchantOrderId}:${prefix}`)).length
        // A failure that was reported is retracted before the order is open again.
        if (state !== 'FAILED' && state !== 'COMPLETED') expect(count('failed')).toBe(count('reopened'))
      }
      expect(new Set(eventIds.filter((id) => !id.includes(':needs_review:'))).size).toBe(
        eventIds.filter((id) => !id.includes(':needs_review:')).length,
      )
      for (const { merchantOrderId, resolution } of completed) {
        const expected = {
          fulfil: `order:${merchantOrderId}:completed`,
          'late-refund': requestOf(merchantOrderId, 'late-payment'),
          'duplicate-refund': requestOf(merchantOrderId, 'duplicate'),
        }[resolution ?? 'fulfil']
        expect(eventIds.filter((id) => id === expected)).toHaveLength(1)
      }
    }),
    { numRuns, seed: 20_261_120 },
  )
})
