import { nextPollDelayMs } from '@galla/sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OrderRecord } from './orders/order.ts'
import { nextOrderPoll } from './orders/polls.ts'
import { DEFAULT_POLICY } from './policy.ts'
import { nextRefundPoll } from './refunds/polls.ts'
import { nextAttemptAt } from './retries.ts'

/** Every due time goes into a bigint column, which refuses a fraction: the whole observation would be lost with it. */
const isWhole = (atMs: number | undefined) => atMs === undefined || Number.isSafeInteger(atMs)

const anyTime = fc.integer({ min: 0, max: 4_102_444_800_000 })
const anyAge = fc.integer({ min: 0, max: 40 * 86_400_000 })

it('plans polls of refunds at whole milliseconds', () => {
  const anyState = fc.constantFrom('REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED' as const)
  fc.assert(
    fc.property(anyState, anyTime, anyAge, fc.boolean(), (state, stateSinceMs, ageMs, inReview) => {
      const review = { reason: 'undecided', sinceMs: stateSinceMs, ours: { state, amount: 1 } } as const
      const refund = { state, stateSinceMs, ...(inReview && { needsReview: review }) }
      const nextMs = nextRefundPoll(refund, stateSinceMs + ageMs)
      expect(nextMs).toSatisfy(isWhole)
      if (nextMs !== undefined) expect(nextMs).toBeGreaterThan(stateSinceMs + ageMs)
    }),
  )
})

it('plans polls of orders and further attempts at whole milliseconds', () => {
  const anyOrderState = fc.constantFrom('CREATED', 'PENDING', 'COMPLETED', 'FAILED' as const)
  const optional = fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined })
  fc.assert(
    fc.property(anyOrderState, anyTime, anyAge, anyAge, optional, (state, createdAtMs, ageMs, lifeMs, unanswered) => {
      const order: OrderRecord = {
        merchantOrderId: 'one',
        reference: 'cart',
        checkout: 'STANDARD',
        amount: 1 as OrderRecord['amount'],
        state,
        opening: 'sent',
        attempts: [],
        createdAtMs,
        sentAtMs: createdAtMs,
        expiresAtMs: createdAtMs + lifeMs,
      }
      const nowMs = createdAtMs + ageMs
      expect(nextOrderPoll(order, { nowMs, unanswered, providerDelayMs: nextPollDelayMs }, DEFAULT_POLICY)).toSatisfy(
        isWhole,
      )
      expect(nextAttemptAt(unanswered ?? 0, nowMs)).toSatisfy(isWhole)
    }),
  )
})
