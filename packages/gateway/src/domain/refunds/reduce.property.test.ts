import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RefundObservation } from './observations.ts'
import { reduceRefund } from './reduce.ts'
import { newRefund, type RefundRecord, reservedAmount } from './refund.ts'
import { availableFor, judgeRefund, refundable } from './request.ts'
import { maySend } from './sending.ts'

const numRuns = process.env.GALLA_LONG === '1' ? 10_000 : 500
const seed = 20_261_120
const PAID = 50_000 as Paise
const AMOUNT = 20_000 as Paise
const payment = {
  transactionId: 'OM1',
  state: 'COMPLETED' as const,
  amount: PAID,
  booked: PAID,
  paymentMode: 'UPI_QR',
}
const order = { state: 'COMPLETED' as const, amount: PAID, attempts: [payment] }

/** Possible events of a refund: it is sent, the provider takes it or not, replies and checks are lost, late or wrong. */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), reply: anyResponse() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('check' as const),
      answer: fc.constantFrom('truth', 'denial', 'none', 'unclear'),
    }),
  },
  fc.record({
    do: fc.constant('decide' as const),
    state: fc.constantFrom('CONFIRMED', 'COMPLETED', 'FAILED' as const),
  }),
  fc.record({ do: fc.constant('late-result' as const), reply: anyResponse() }),
  fc.record({ do: fc.constant('resolve' as const), decision: fc.constantFrom('retry', 'failed' as const) }),
  fc.record({ do: fc.constant('restore' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 61_000, 90_000_000) }),
)

function anyResponse() {
  return fc.constantFrom('response', 'lost', 'not-sent', 'refused', 'unclear', 'order-unknown', 'rate-limit')
}

/** The provider: it knows one refund under the id, or none, and refuses every repeat. */
interface Provider {
  refund?: { state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED' }
  received: number
}

/** The result of one request. What the provider takes and what the gateway learns of it differ when the reply is lost. */
function request(provider: Provider, response: string, attempt: number, first: boolean): RefundObservation {
  const failed = { kind: 'response-failed' as const, attempt, first }
  if (response === 'not-sent') return { ...failed, outcome: 'not-sent' }
  const isRepeat = provider.refund !== undefined
  if (response === 'rate-limit') return { ...failed, outcome: 'rejected' }
  if (isRepeat)
    return response === 'lost'
      ? { ...failed, outcome: 'unknown' }
      : refusal(failed, response === 'refused' ? response : 'unclear')
  if (response === 'response' || response === 'lost') {
    provider.refund = { state: 'PENDING' }
    provider.received += 1
    if (response === 'lost') return { ...failed, outcome: 'unknown' }
    return { kind: 'response', attempt, status: { state: 'PENDING', amount: AMOUNT, refundId: 'OMR1' } }
  }
  return refusal(failed, response as 'refused' | 'unclear' | 'order-unknown')
}

function refusal(
  failed: { kind: 'response-failed'; attempt: number; first: boolean },
  meaning: 'refused' | 'unclear' | 'order-unknown',
): RefundObservation {
  return { ...failed, outcome: 'rejected', refusal: { code: 'WORDS', meaning } }
}

function check(provider: Provider, answer: string): RefundObservation {
  if (answer === 'none') return { kind: 'status-failed', unknownRefund: false }
  if (answer === 'unclear') return { kind: 'status-failed', unknownRefund: false, unclear: true }
  if (answer === 'denial' || !provider.refund) return { kind: 'status-failed', unknownRefund: true }
  return { kind: 'status', status: { state: provider.refund.state, amount: AMOUNT, refundId: 'OMR1' } }
}

it('for any interleaving: one refund at the provider, its amount reserved unless it is denied or FAILED there, and the truth in the end', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const provider: Provider = { received: 0 }
      const created = newRefund({
        id: 1,
        merchantRefundId: 'r-1',
        merchantOrderId: 'one',
        amount: AMOUNT,
        origin: 'api',
        createdAtMs: 0,
      })
      let refund = created
      let nowMs = 0
      let persons = 0
      let restored = false
      let denied = false
      const received: string[] = []
      const apply = (observation: RefundObservation): void => {
        const { refund: next, events } = reduceRefund(refund, observation, { nowMs, available: PAID })
        refund = next
        received.push(...events.map(({ eventId }) => eventId))
      }
      for (const step of steps) {
        switch (step.do) {
          case 'send': {
            // As the worker does: a status check first, then the mark, then the request.
            const observed = check(provider, 'truth')
            if (!maySend(refund, observed)) {
              apply(observed)
              break
            }
            const first = !refund.inDoubt
            refund = { ...refund, inDoubt: true, attempts: refund.attempts + 1 }
            apply(request(provider, step.reply, refund.attempts, first))
            break
          }
          case 'check': {
            denied ||= step.answer === 'denial' && provider.refund !== undefined
            apply(check(provider, step.answer))
            break
          }
          case 'late-result':
            // The result of a request that another process sent before.
            apply(
              request(
                { ...provider, received: 0 },
                provider.refund ? step.reply : 'not-sent',
                refund.attempts - 1,
                true,
              ),
            )
            break
          case 'decide':
            if (provider.refund && provider.refund.state !== 'COMPLETED' && provider.refund.state !== 'FAILED')
              provider.refund.state = step.state
            break
          case 'resolve':
            if (refund.needsReview && step.decision === 'failed') persons += 1
            apply({ kind: 'resolution', decision: step.decision })
            break
          case 'restore':
            restored = true
            refund = { ...created, stateSinceMs: nowMs, eventCount: refund.eventCount }
            break
          default:
            nowMs += step.ms
        }
        expect(provider.received).toBeLessThanOrEqual(1)
        // Only a person, or a status that denies what the provider has, can free an amount that the provider holds.
        const isHeld = provider.refund !== undefined && provider.refund.state !== 'FAILED'
        if (isHeld && !denied && persons === 0) expect(reservedAmount(refund)).toBeGreaterThanOrEqual(AMOUNT)
        if (refund.inDoubt) expect(refund.state).toBe('REQUESTED')
        // A refused repeat, a time limit or a restore never fails it: only the status does, after the only request was refused.
        if (refund.state === 'FAILED' && isHeld && !restored) expect(denied || persons > 0).toBe(true)
      }
      // Checks that reach the provider lead to its state.
      apply(check(provider, 'truth'))
      if (provider.refund) {
        expect(refund.state).toBe(provider.refund.state)
        expect(refund.needsReview).toBeUndefined()
      }
      expect(new Set(received).size).toBe(received.length)
    }),
    { numRuns, seed },
  )
})

it('for any requests: never reserves more than was paid, and keeps at most one refund unfinished', () => {
  const anyRequest = fc.record({
    merchantRefundId: fc.constantFrom('a', 'b', 'c', 'd'),
    amount: fc.constantFrom(1, 20_000, 30_000, 50_000, 50_001) as fc.Arbitrary<Paise>,
    ends: fc.constantFrom('REQUESTED', 'PENDING', 'COMPLETED', 'FAILED' as const),
    corrected: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 12 }), (requests) => {
      let refunds: RefundRecord[] = []
      for (const { ends, corrected, ...request } of requests) {
        const wanted = { ...request, merchantOrderId: 'one' }
        const known = refunds.find(({ merchantRefundId }) => merchantRefundId === wanted.merchantRefundId)
        if (known && corrected) {
          const available = availableFor(known.id, order, refunds)
          const { refund } = reduceRefund(
            known,
            { kind: 'status', status: { state: 'COMPLETED', amount: known.amount } },
            { nowMs: 0, available },
          )
          refunds = refunds.map((one) => (one === known ? refund : one))
        }
        const { kind } = judgeRefund(wanted, known, { ...order, availableAmount: refundable(order, refunds) }, refunds)
        if (kind === 'new') {
          expect(refunds.filter(({ state }) => state === 'REQUESTED' || state === 'PENDING')).toEqual([])
          expect(refunds.filter(({ needsReview }) => needsReview)).toEqual([])
          refunds = [
            ...refunds,
            { ...newRefund({ ...wanted, id: refunds.length, origin: 'api', createdAtMs: 0 }), state: ends },
          ]
        }
        const taken = refunds.filter(({ state }) => state !== 'FAILED').reduce((sum, { amount }) => sum + amount, 0)
        expect(taken).toBeLessThanOrEqual(order.amount)
        expect(refundable(order, refunds)).toBeLessThanOrEqual(order.amount - taken)
      }
    }),
    { numRuns, seed },
  )
})
