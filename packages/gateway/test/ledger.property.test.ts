import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProviderOrderStatus } from '../src/domain/orders/order.ts'
import { bookedAmount } from '../src/domain/orders/payments.ts'
import { refundable } from '../src/domain/refunds/request.ts'
import { postRefund } from '../src/services/finance/ledger.ts'
import { applyObservations } from '../src/services/orders/sync-order.ts'
import { requestRefund } from '../src/services/refunds/request-refund.ts'
import { applyRefundObservation } from '../src/services/refunds/sync-refund.ts'
import { insertOrder } from '../src/storage/orders/new-orders.ts'
import { lockOrder, readOrder } from '../src/storage/orders/orders.ts'
import { readRefund, refundsOf, saveRefund } from '../src/storage/refunds/refunds.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

const AMOUNT = 1_000 as Paise
const numRuns = process.env.GALLA_LONG === '1' ? 1_000 : 40

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())

const amounts = fc.constantFrom(1, 300, 500, 1_000, 1_001).map((amount) => amount as Paise)
const refundIds = fc.constantFrom('r-1', 'r-2', 'r-3', 'theirs')
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), attempts: fc.integer({ min: 0, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('resolve' as const), refundSurplus: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('request' as const), id: refundIds, amount: amounts }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('observe' as const),
      id: refundIds,
      state: fc.constantFrom('PENDING' as const, 'CONFIRMED' as const, 'COMPLETED' as const, 'FAILED' as const),
      amount: amounts,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      id: refundIds,
      state: fc.constantFrom('PENDING' as const, 'COMPLETED' as const, 'FAILED' as const),
    }),
  },
)
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never

const statusOf = (attempts: number): ProviderOrderStatus => ({
  state: attempts === 0 ? 'PENDING' : 'COMPLETED',
  amount: AMOUNT,
  attempts: Array.from({ length: attempts }, (_, at) => ({
    transactionId: `OM${at}`,
    state: 'COMPLETED',
    amount: AMOUNT,
    paymentMode: 'UPI_QR',
  })),
})

it('balances equal the sums of the transfers, are never negative, and agree with the rule over orders and refunds', async () => {
  const context = createTestContext(test.database)
  let exceeded = false
  const sets = createTestContext(test.database, {
    log: {
      info() {},
      warn() {},
      error: (_fields, message) => {
        exceeded ||= message.includes('exceeds')
      },
    },
  })

  /** Sets the state of a refund as a correction would, if the ledger has room for it. */
  const correct = async (merchantRefundId: string, state: 'PENDING' | 'COMPLETED' | 'FAILED') => {
    const refund = await readRefund(test.database, merchantRefundId)
    if (!refund) return
    const corrected = { ...refund, state }
    await test.database
      .transaction(async (tx) => {
        await lockOrder(tx, 'one')
        await saveRefund(tx, corrected, T0, { nextPollAtMs: T0, leaseToken: undefined })
        if ((await postRefund(tx, corrected, T0)) === 'exceeds') throw new Error('exceeds')
      })
      .catch((error: Error) => expect(error.message).toBe('exceeds'))
  }

  const run = async (step: Step): Promise<unknown> => {
    switch (step.do) {
      case 'pay':
        return applyObservations(sets, 'one', [{ kind: 'status', atMs: T0, status: statusOf(step.attempts) }])
      case 'resolve':
        return applyObservations(sets, 'one', [
          { kind: 'console', resolveReview: true, note: 'seen', refundSurplus: step.refundSurplus, atMs: T0 },
        ])
      case 'request':
        return requestRefund(context, {
          merchantRefundId: step.id,
          merchantOrderId: 'one',
          amount: step.amount,
        }).catch((error: { name: string }) => expect(error.name).toBe('GatewayError'))
      case 'observe':
        return applyRefundObservation(
          sets,
          { merchantRefundId: step.id, merchantOrderId: 'one' },
          { kind: 'status', status: { state: step.state, amount: step.amount } },
        )
      default:
        return correct(step.id, step.state)
    }
  }

  const sums = async () => {
    const net = (account: string) =>
      `coalesce(sum("amount") filter (where "creditAccount" = '${account}'), 0)::bigint - coalesce(sum("amount") filter (where "debitAccount" = '${account}'), 0)::bigint`
    const { rows } = await test.database.query<object>({
      text: `select ${net('available')} as "availableAmount", ${net('held')} as "heldAmount", ${net('refunded')} as "refundedAmount",
        -(${net('overdrawn')}) as "overdrawnAmount", -(${net('payments')}) as "paid" from galla.ledger`,
    })
    return rows[0]
  }

  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
      await test.clear()
      exceeded = false
      let booked = 0
      await insertOrder(test.database, {
        merchantOrderId: 'one',
        reference: 'cart-7',
        checkout: 'STANDARD',
        amount: AMOUNT,
        request: { redirectUrl: 'https://shop.example/thanks' },
        createdAtMs: T0,
        expiresAtMs: T0 + 900_000,
        opening: 'sending',
        sentAtMs: T0,
        sendByMs: T0,
        nextPollAtMs: T0,
        startFingerprint: {},
      })
      for (const step of sequence) {
        await run(step)
        const order = await readOrder(test.database, 'one')
        if (!order) throw new Error('the order is gone')
        const { availableAmount, heldAmount, refundedAmount, overdrawnAmount = 0 } = order
        const paid = bookedAmount(order)
        expect(paid).toBeGreaterThanOrEqual(booked)
        booked = paid
        expect(Math.min(availableAmount, heldAmount, refundedAmount, overdrawnAmount)).toBeGreaterThanOrEqual(0)
        expect(await sums()).toEqual({ availableAmount, heldAmount, refundedAmount, overdrawnAmount, paid })
        expect(availableAmount + heldAmount + refundedAmount - overdrawnAmount).toBe(paid)
        if (order.state !== 'COMPLETED' || exceeded) continue
        const refunds = await refundsOf(test.database, 'one')
        const completed = refunds.filter(({ state }) => state === 'COMPLETED')
        const left = refundable(order, refunds)
        // A review that began before the payment was known, or when nothing was left, holds its amount with the next poll.
        const free = Math.max(availableAmount - overdrawnAmount, 0)
        if (refunds.some(({ needsReview }) => needsReview)) expect(free).toBeGreaterThanOrEqual(left)
        else expect(free).toBe(left)
        expect(refundedAmount).toBe(completed.reduce((sum, { amount }) => sum + amount, 0))
      }
    }),
    { numRuns },
  )
}, 300_000)
