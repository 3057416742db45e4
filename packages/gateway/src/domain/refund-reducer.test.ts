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

describe('a request whose reply', () => {
  const failed = (outcome: 'not-sent' | 'rejected' | 'unknown', duplicateId = false): RefundObservation => ({
    kind: 'reply-failed',
    outcome,
    duplicateId,
  })
  it('was lost is in doubt, and not sent again before its status was read', () => {
    for (const heard of [failed('unknown'), failed('rejected', true)]) {
      expect(reduceRefund(requested, heard)).toMatchObject({
        refund: { state: 'REQUESTED', inDoubt: true },
        send: false,
      })
    }
  })

  it('is a no has failed; one that never left waits', () => {
    expect(reduceRefund(requested, failed('rejected'))).toMatchObject({ refund: { state: 'FAILED' }, events: [{}] })
    expect(reduceRefund(requested, failed('not-sent'))).toEqual({ refund: requested, events: [], send: false })
  })

  it('may be sent again only when the provider does not know it', () => {
    const doubtful = { ...requested, inDoubt: true }
    expect(reduceRefund(doubtful, { kind: 'status-failed', unknownRefund: true }).send).toBe(true)
    expect(reduceRefund(doubtful, { kind: 'status-failed', unknownRefund: false }).send).toBe(false)
    const known: RefundRecord = { ...requested, state: 'PENDING' }
    expect(reduceRefund(known, { kind: 'status-failed', unknownRefund: true }).send).toBe(false)
  })
})

describe('a request that went out again in doubt and was refused', () => {
  const refused: RefundObservation = {
    kind: 'reply-failed',
    outcome: 'rejected',
    code: 'PREVIOUS_ORDER_IN_PROGRESS',
    duplicateId: false,
  }
  const { refund: waiting, events } = reduceRefund({ ...requested, inDoubt: true }, refused)

  it('is still in doubt: the refusal may be about its own first sending', () => {
    expect(waiting).toMatchObject({ state: 'REQUESTED', inDoubt: true })
    expect(events).toEqual([])
    const { refund } = reduceRefund(waiting, { kind: 'status', status: { state: 'PENDING', amount: AMOUNT } })
    expect(refund).toMatchObject({ state: 'PENDING', inDoubt: false })
    expect(refund.errorCode).toBeUndefined()
  })

  it('has failed when its status, read afterwards, is still that of nobody’s', () => {
    expect(reduceRefund(waiting, { kind: 'status-failed', unknownRefund: false })).toMatchObject({
      refund: { state: 'REQUESTED' },
      send: false,
    })
    expect(reduceRefund(waiting, { kind: 'status-failed', unknownRefund: true })).toMatchObject({
      refund: { state: 'FAILED', errorCode: 'PREVIOUS_ORDER_IN_PROGRESS' },
      events: [{ type: 'refund.failed' }],
      send: false,
    })
  })
})

it.each([
  ['another amount', { amount: 1 }],
  ['another order', { originalMerchantOrderId: 'two' }],
  ['a word that is not known', { state: 'UNKNOWN' as const }],
])('%s is not believed', (_what, status) => {
  const heard: RefundObservation = { kind: 'status', status: { state: 'COMPLETED', amount: AMOUNT, ...status } }
  expect(reduceRefund(requested, heard).refund).toEqual(requested)
})

const RANK = { REQUESTED: 0, PENDING: 1, CONFIRMED: 2, COMPLETED: 3, FAILED: 3 }
const anyHeard: fc.Arbitrary<RefundObservation> = fc.oneof(
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

it('whatever is heard in whatever order: forward only, finals stay, told once', () => {
  fc.assert(
    fc.property(fc.array(anyHeard, { maxLength: 20 }), (day) => {
      let refund = requested
      const told: string[] = []
      for (const heard of day) {
        const next = reduceRefund(refund, heard)
        expect(RANK[next.refund.state]).toBeGreaterThanOrEqual(RANK[refund.state])
        if (RANK[refund.state] === 3) expect(next.refund.state).toBe(refund.state)
        if (next.send) expect(next.refund.state).toBe('REQUESTED')
        told.push(...next.events.map(({ deliveryId }) => deliveryId))
        refund = next.refund
      }
      expect(told).toHaveLength(RANK[refund.state] === 3 ? 1 : 0)
    }),
    { numRuns, seed: 20_261_120 },
  )
})

it('whatever is asked for: never more goes back than was paid, and one at a time is open', () => {
  const order = { state: 'COMPLETED' as const, amount: 50_000 as Paise, attempts: [] }
  const wish = fc.record({
    merchantRefundId: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.constantFrom(1, 20_000, 30_000, 50_000, 50_001) as fc.Arbitrary<Paise>,
    ends: fc.constantFrom('REQUESTED', 'PENDING', 'COMPLETED', 'FAILED' as const),
  })
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 12 }), (wishes) => {
      const refunds: RefundRecord[] = []
      for (const { ends, ...wanted } of wishes) {
        const verdict = judgeRefund(wanted, order, refunds)
        if (verdict !== 'new') continue
        expect(refunds.filter(({ state }) => state === 'REQUESTED' || state === 'PENDING')).toEqual([])
        refunds.push({ ...requested, ...wanted, state: ends })
        const bound = refunds.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0)
        expect(bound).toBeLessThanOrEqual(order.amount)
        expect(refundable(order, refunds)).toBe(order.amount - bound)
      }
    }),
    { numRuns, seed: 20_261_120 },
  )
})
