import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { Checkout, Resolution } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import type { Policy } from '../policy.ts'
import { isOfSubscription, isReturnedByProvider } from './checkout.ts'
import type { Decisive } from './observations.ts'
import { hasFailedAtProvider, isGivenUp, lateAfter, stateOfOpening } from './opening.ts'
import type { Opening, OrderRecord } from './order.ts'
import { bookAll, bookedAmount, isCompleted, isPayment, orderItself } from './payments.ts'
import type { Learned } from './record.ts'
import { refundedOf } from './refund-doubt.ts'
import { isBlocked } from './review.ts'

/** The current time and the state of the order's reference, read under the order's lock. */
export interface ReferenceState {
  readonly nowMs: number
  /** Another order of the same reference whose payment counts already. */
  readonly paidBy?: string
  /** A later order of the same reference with another amount: the reference has that amount by now. */
  readonly supersededBy?: string
  /** It replaced an earlier order with another amount, whose events said that this one keeps the cart open. */
  readonly hasReplaced?: boolean
}

export interface Decided {
  readonly order: OrderRecord
  /** Why the state changed. */
  readonly rule?: OrderRule
}

/** Decides about an order, once, when nothing stands in the way. Its state and resolution are set nowhere else. */
export function decide(learned: Learned, asked: OrderRecord, reference: ReferenceState, policy: Policy): Decided {
  const { before, decisive } = learned
  // What was closed stays closed, and what is open stays open, until a person has answered.
  if (isBlocked(asked))
    return { order: { ...asked, state: before.state, ...(isGivenUp(before) && { opening: before.opening }) } }
  if (before.resolution) return { order: asked }
  if (decisive?.status.state === 'COMPLETED') return complete(before, asked, decisive, reference, policy)
  if (decisive?.status.state === 'FAILED') return failAtProvider(before, asked, decisive)
  return followOpening(before, asked)
}

function failAtProvider(before: OrderRecord, order: OrderRecord, { status }: Decisive): Decided {
  if (hasFailedAtProvider(before)) return { order }
  const { errorCode, detailedErrorCode } = status
  const why = defined({ errorCode, detailedErrorCode })
  // A payment that is left was accepted by a person: what came in can be refunded.
  const attempts = bookAll(order.attempts)
  return { order: { ...withoutFailure(order), ...why, attempts, state: 'FAILED' }, rule: 'failed-by-status' }
}

const CLOSED: { readonly [One in Opening]?: { readonly errorCode: string; readonly rule: OrderRule } } = {
  refused: { errorCode: 'REFUSED', rule: 'opening-refused' },
  cancelled: { errorCode: 'CANCELLED', rule: 'cancelled' },
  'never-sent': { errorCode: 'NOT_SENT', rule: 'never-sent' },
  'never-opened': { errorCode: 'NEVER_OPENED', rule: 'never-opened' },
}

/** Without a word of the provider that decides, the state follows from what became of the request. */
function followOpening(before: OrderRecord, order: OrderRecord): Decided {
  if (hasFailedAtProvider(before)) return { order }
  const state = stateOfOpening(order.opening)
  if (state === before.state) return { order }
  const closed = CLOSED[order.opening]
  if (closed) return { order: { ...order, state, errorCode: closed.errorCode }, rule: closed.rule }
  const rule = isGivenUp(before) ? 'reopened' : undefined
  return { order: { ...withoutFailure(order), state }, ...defined({ rule }) }
}

/** The order without why it failed. */
function withoutFailure({ errorCode: _, detailedErrorCode: __, ...order }: OrderRecord): OrderRecord {
  return order
}

/**
 * Completes an order. Of all orders of a reference at most one is resolved as `fulfil`; a second payment, one of an amount that the
 * reference no longer has, and a late one unless the policy fulfils it, is refunded.
 */
function complete(
  before: OrderRecord,
  order: OrderRecord,
  decisive: Decisive,
  reference: ReferenceState,
  policy: Policy,
): Decided {
  const { nowMs } = reference
  const isPaidLate = isLate(before, order.attempts, lateAfter(before, decisive.status), nowMs)
  const { resolution, rule } = resolutionOf(before, decisive, isPaidLate, reference, policy)
  const paid = withoutFailure(order)
  return {
    order: { ...paid, state: 'COMPLETED', resolution, completedAtMs: nowMs, attempts: withBookedPayment(paid) },
    rule,
  }
}

function resolutionOf(
  { merchantOrderId, checkout }: OrderRecord,
  decisive: Decisive,
  isPaidLate: boolean,
  { paidBy = merchantOrderId, supersededBy }: ReferenceState,
  policy: Policy,
): { resolution: Resolution; rule: OrderRule } {
  // It may have been refunded before a restore, by itself or as a duplicate: then no goods are owed, and no other refund is.
  const refunded = refundedOf(decisive)
  const isRefunded = refunded === 'duplicate' || refunded === 'late-payment'
  if (refunded === 'duplicate' || (!isRefunded && paidBy !== merchantOrderId))
    return { resolution: 'duplicate-refund', rule: 'duplicate-payment' }
  if (supersededBy !== undefined) return { resolution: 'late-refund', rule: 'superseded-amount' }
  if (isRefunded || (isPaidLate && isLateRefunded(checkout, policy)))
    return { resolution: 'late-refund', rule: 'late-payment' }
  const source = decisive.kind === 'status' ? 'completed-by-status' : 'completed-by-signed-callback'
  return { resolution: 'fulfil', rule: isPaidLate ? 'late-payment' : source }
}

/** True when a late payment goes back. The cycle of a late bill is over, so the bill of a subscription goes back whatever the policy is. */
export const isLateRefunded = (checkout: Checkout, { latePayment }: Pick<Policy, 'latePayment'>): boolean =>
  latePayment === 'refund' || isOfSubscription(checkout)

/**
 * Books the payment. Lists of attempts lag: without one, the order itself is the payment. One whose amount nobody could read has that of the
 * order. What a person has booked stays as it is. Nothing is booked of what the provider returns by itself.
 */
function withBookedPayment(order: OrderRecord): OrderRecord['attempts'] {
  const { attempts, amount, checkout } = order
  if (bookedAmount(order) > 0 || isReturnedByProvider(checkout)) return attempts
  const payment = attempts.find(isCompleted)
  if (!payment) return [...attempts, { ...orderItself(order), booked: amount }]
  return attempts.map((one) => (one === payment ? { ...one, booked: (one.amount ?? amount) as Paise } : one))
}

/** By which the provider's clock may be ahead of the database's. Milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/**
 * True when the order was paid after the provider had reported it as failed, or after its expiry. Only the provider's times count: neither
 * the gateway's clock nor the gateway's giving up makes a payment late. Every documented status states the expiry. A payment without a
 * stated expiry is in time: the stored expiry may be an estimate, because the reply was lost or stated none. A payment time in the future
 * is a mistake and is ignored.
 */
export function isLate(
  order: OrderRecord,
  attempts: OrderRecord['attempts'],
  expireAt: number | undefined,
  nowMs: number,
): boolean {
  if (hasFailedAtProvider(order)) return true
  const paidAtMs = attempts.find(isPayment)?.timestamp
  if (paidAtMs === undefined || paidAtMs > nowMs + MAX_CLOCK_DIFFERENCE_MS) return false
  return expireAt !== undefined && paidAtMs > expireAt
}
