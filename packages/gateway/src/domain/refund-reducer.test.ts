import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeRefund, type RefundRecord, refundable } from './refund.ts'
import { type RefundObservation, reduceRefund } from './refund-reducer.ts'

const AMOUNT = 20_000 as Paise
const numRuns = process.env.GALLA_LONG === '1' ? 10_000 : 500
const requested: RefundRecord = {
  merchantRefundId: 'r-1',
  merchantOrderId: 'one',
  amount: AMOUNT,
  state: 'REQUESTED',
  origin: 'api',
  inDoubt: false,
  createdAtMs: 0,
}

describe('a refund request', () => {
  const failed = (outcome: 'not-sent' | 'rejected' | 'unknown', duplicateId = false): RefundObservation => ({
    kind: 'reply-failed',
    outcome,
    duplicateId,
  })
  it('is in doubt after a lost reply or a duplicate id, and is not sent again before a status check', () => {
    for (const reply of [failed('unknown'), failed('rejected', true)]) {
      expect(reduceRefund(requested, reply)).toMatchObject({
        refund: { state: 'REQUESTED', inDoubt: true },
        send: false,
      })
    }
  })

  it('fails after a refusal, and stays REQUESTED when it was not sent', () => {
    expect(reduceRefund(requested, failed('rejected'))).toMatchObject({ refund: { state: 'FAILED' }, events: [{}] })
    expect(reduceRefund(requested, failed('not-sent'))).toEqual({ refund: requested, events: [], send: false })
  })

  it('is sent again only when the provider does not know it', () => {
    const doubtful = { ...requested, inDoubt: true }
    expect(reduceRefund(doubtful, { kind: 'status-failed', unknownRefund: true }).send).toBe(true)
    expect(reduceRefund(doubtful, { kind: 'status-failed', unknownRefund: false }).send).toBe(false)
    const known: RefundRecord = { ...requested, state: 'PENDING' }
    expect(reduceRefund(known, { kind: 'status-failed', unknownRefund: true }).send).toBe(false)
  })
})

describe('a refund in doubt whose repeated request is refused', () => {
  const refused: RefundObservation = {
    kind: 'reply-failed',
    outcome: 'rejected',
    code: 'PREVIOUS_ORDER_IN_PROGRESS',
    duplicateId: false,
  }
  const { refund: inDoubt, events } = reduceRefund({ ...requested, inDoubt: true }, refused)

  it('stays in doubt, because the refusal may be caused by its own first request', () => {
    expect(inDoubt).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(events).toEqual([])
    const { refund } = reduceRefund(inDoubt, { kind: 'status', status: { state: 'PENDING', amount: AMOUNT } })
    expect(refund).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect(refund.errorCode).toBeUndefined()
  })

  it('fails when a later status check reports it as unknown', () => {
    expect(reduceRefund(inDoubt, { kind: 'status-failed', unknownRefund: false })).toMatchObject({
      refund: { state: 'REQUESTED' },
      send: false,
    })
    expect(reduceRefund(inDoubt, { kind: 'status-failed', unknownRefund: true })).toMatchObject({
      refund: { state: 'FAILED', errorCode: 'PREVIOUS_ORDER_IN_PROGRESS' },
      events: [{ type: 'refund.failed' }],
      send: false,
    })
  })
})

it.each([
  ['another amount', { amount: 1 }],
  ['another order', { originalMerchantOrderId: 'two' }],
  ['an unknown state', { state: 'UNKNOWN' as const }],
])('ignores a status with %s', (_what, status) => {
  const observation: RefundObservation = { kind: 'status', status: { state: 'COMPLETED', amount: AMOUNT, ...status } }
  expect(reduceRefund(requested, observation).refund).toEqual(requested)
})

const RANK = { REQUESTED: 0, PENDING: 1, CONFIRMED: 2, COMPLETED: 3, FAILED: 3 }
const anyObservation: fc.Arbitrary<RefundObservation> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('reply' as const, 'status' as const, 'callback' as const),
    status: fc.record({
      state: fc.constantFrom('PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED', 'UNKNOWN' as const),
      amount: fc.constantFrom(20_000, 20_000, 1),
    }),
  }),
  fc.record({
    kind: fc.constant('reply-failed' as const),
    outcome: fc.constantFrom('not-sent' as const, 'rejected' as const, 'unknown' as const),
    duplicateId: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('status-failed' as const), unknownRefund: fc.boolean() }),
)

it('for any observations in any order: moves forward only, keeps a final state and emits one event', () => {
  fc.assert(
    fc.property(fc.array(anyObservation, { maxLength: 20 }), (observations) => {
      let refund = requested
      const deliveryIds: string[] = []
      for (const observation of observations) {
        const next = reduceRefund(refund, observation)
        expect(RANK[next.refund.state]).toBeGreaterThanOrEqual(RANK[refund.state])
        if (RANK[refund.state] === 3) expect(next.refund.state).toBe(refund.state)
        if (next.send) expect(next.refund.state).toBe('REQUESTED')
        deliveryIds.push(...next.events.map(({ deliveryId }) => deliveryId))
        refund = next.refund
      }
      expect(deliveryIds).toHaveLength(RANK[refund.state] === 3 ? 1 : 0)
    }),
    { numRuns, seed: 20_261_120 },
  )
})

it('for any requests: never refunds more than was paid, and keeps at most one refund open', () => {
  const order = { state: 'COMPLETED' as const, amount: 50_000 as Paise, attempts: [] }
  const anyRequest = fc.record({
    merchantRefundId: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.constantFrom(1, 20_000, 30_000, 50_000, 50_001) as fc.Arbitrary<Paise>,
    ends: fc.constantFrom('REQUESTED', 'PENDING', 'COMPLETED', 'FAILED' as const),
  })
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 12 }), (requests) => {
      const refunds: RefundRecord[] = []
      for (const { ends, ...wanted } of requests) {
        const verdict = judgeRefund(wanted, order, refunds)
        if (verdict !== 'new') continue
        expect(refunds.filter(({ state }) => state === 'REQUESTED' || state === 'PENDING')).toEqual([])
        refunds.push({ ...requested, ...wanted, state: ends })
        const reserved = refunds.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0)
        expect(reserved).toBeLessThanOrEqual(order.amount)
        expect(refundable(order, refunds)).toBe(order.amount - reserved)
      }
    }),
    { numRuns, seed: 20_261_120 },
  )
})
