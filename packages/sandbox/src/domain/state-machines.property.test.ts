import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canRetry, createOrder, type Order, type Product } from './order.ts'
import { applyOrderCommand, type OrderCommand } from './order-state-machine.ts'
import { CANCELLED, LATE_PAYMENT, TIMED_OUT } from './outcome.ts'
import { SAVINGS_ACCOUNT, splitsOf } from './payer.ts'
import { applyRefundStep, isInProgress, openRefund, type Refund, refundableAmount, refundedAmount } from './refund.ts'

/** GALLA_LONG=1 runs more sequences. */
const RUNS = process.env.GALLA_LONG === '1' ? 10_000 : 400
const REFS = { utr: '1', upiTransactionId: '2', brn: '3', authorizationCode: '4' }

type Step =
  | { do: 'start'; late: boolean }
  | { do: 'succeed' | 'fail' | 'fail-final' | 'step'; which: number }
  | { do: 'expire' }
  | { do: 'wait'; ms: number }
  | { do: 'refund'; amount: number }
  | { do: 'refund-step'; which: number; to: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED' }

const which = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('start' as const), late: fc.boolean() }),
  fc.record({
    do: fc.constantFrom('succeed' as const, 'fail' as const, 'fail-final' as const, 'step' as const),
    which,
  }),
  fc.record({ do: fc.constant('expire' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.nat(400_000) }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 100, max: 60_000 }) }),
  fc.record({
    do: fc.constant('refund-step' as const),
    which,
    to: fc.constantFrom('PENDING' as const, 'CONFIRMED' as const, 'COMPLETED' as const, 'FAILED' as const),
  }),
)

function commandOf(one: Step, order: Order, name: () => string, nowMs: number): OrderCommand | undefined {
  const payer = { kind: 'ACCOUNT', account: SAVINGS_ACCOUNT } as const
  if (one.do === 'start') {
    const plan = one.late ? { plan: { atMs: order.expiresAtMs, outcome: LATE_PAYMENT } } : {}
    const attempt = {
      transactionId: name(),
      mode: 'UPI_QR',
      amount: order.amount,
      startedAtMs: nowMs,
      payer,
      ...plan,
    } as const
    return { type: 'START', attempt }
  }
  if (one.do === 'expire') return { type: 'EXPIRE' }
  if (!('which' in one) || one.do === 'refund-step') return undefined
  const transactionId = order.attempts[one.which]?.transactionId ?? 'none'
  if (one.do === 'succeed') return { type: 'SUCCEED', transactionId, splits: splitsOf(payer, order.amount, REFS) }
  if (one.do === 'step') return { type: 'STEP', transactionId }
  return { type: 'FAIL', transactionId, failure: CANCELLED, final: one.do === 'fail-final' }
}

function isAllowedTransition(before: Order, after: Order): boolean {
  if (before.state === after.state) return true
  if (before.state === 'PENDING') return true
  return before.state === 'FAILED' && before.expired === true && after.state === 'COMPLETED'
}

test('in any sequence of commands, states move forward and refunds never exceed the payment', {
  timeout: 600_000,
}, () => {
  const product = fc.constantFrom<Product>('STANDARD', 'CUSTOM', 'STANDARD_SDK', 'CUSTOM_SDK')
  const orders = fc.record({ product, retryDisabled: fc.boolean(), amount: fc.integer({ min: 100, max: 50_000 }) })
  fc.assert(
    fc.property(orders, fc.array(step, { maxLength: 40 }), (input, steps) => {
      let nowMs = 0
      let names = 0
      const name = (): string => `OM${++names}`
      const paise = input.amount as Paise
      const ids = { merchantOrderId: 'o', orderId: 'OMO', pageToken: 't' }
      let order = createOrder({ ...ids, ...input, amount: paise, createdAtMs: 0, expiresAtMs: 600_000 })
      const refunds: Refund[] = []
      let completed = 0
      let failed = 0

      for (const one of steps) {
        if (one.do === 'wait') nowMs += one.ms
        if (one.do === 'refund') {
          const wanted = { merchantRefundId: name(), refundId: name(), amount: one.amount as Paise, plan: [] }
          const opened = openRefund(order, refunds, wanted, nowMs)
          if (!('refused' in opened)) {
            expect(order.state).toBe('COMPLETED')
            expect(refunds.some(isInProgress)).toBe(false)
            expect(opened.splits.reduce((sum, split) => sum + split.amount, 0)).toBe(one.amount)
            refunds.push(opened)
          }
        }
        if (one.do === 'refund-step') {
          const before = refunds[one.which]
          if (!before) continue
          const { refund } = applyRefundStep(before, { to: one.to, failure: CANCELLED }, nowMs)
          const rank = { PENDING: 0, CONFIRMED: 1, COMPLETED: 2, FAILED: 2 }
          expect(rank[refund.state]).toBeGreaterThanOrEqual(rank[before.state])
          if (rank[before.state] === 2) expect(refund).toBe(before)
          refunds[one.which] = refund
        }
        const command = commandOf(one, order, name, nowMs)
        if (command) {
          const before = order
          const change = applyOrderCommand(before, command, nowMs)
          order = change.order
          if (change.refused) expect([change.order, change.events]).toEqual([before, []])
          expect(isAllowedTransition(before, order)).toBe(true)
          completed += change.events.filter((event) => event.type === 'ORDER_COMPLETED').length
          failed += change.events.filter((event) => event.type === 'ORDER_FAILED').length
          if (one.do === 'expire' && !change.refused) expect(nowMs).toBeGreaterThanOrEqual(order.expiresAtMs)
        }

        const paid = order.attempts.filter((attempt) => attempt.state === 'COMPLETED')
        expect(paid).toHaveLength(order.state === 'COMPLETED' ? 1 : 0)
        expect(order.attempts.filter((attempt) => attempt.state === 'PENDING').length).toBeLessThanOrEqual(
          order.state === 'PENDING' ? 1 : 0,
        )
        expect(order.state === 'FAILED').toBe(order.failure !== undefined)
        if (!canRetry(order)) expect(order.attempts.length).toBeLessThanOrEqual(1)
        expect(completed).toBe(order.state === 'COMPLETED' ? 1 : 0)
        expect(failed).toBeLessThanOrEqual(1)
        const refunded = refunds.filter((one) => one.state !== 'FAILED').reduce((sum, one) => sum + one.amount, 0)
        expect(refunded).toBeLessThanOrEqual(order.amount)
        expect(refundedAmount(refunds)).toBe(refunded)
        expect(refundableAmount(order, refunds)).toBeGreaterThanOrEqual(0)
        if (order.failure === TIMED_OUT) expect(order.expired).toBe(true)
      }
    }),
    { numRuns: RUNS, seed: 20_260_101 },
  )
})
