import { defined } from '../defined.ts'
import { FLIGHT_MS } from '../limits.ts'
import type { Policy } from '../policy.ts'
import { isOverWithItsRequest } from './checkout.ts'
import { type Decisive, decisiveOf, find, type ObservationOf } from './observations.ts'
import { believableExpiry, isReplyAwaited, isUnsent, lastExpiry } from './opening.ts'
import type { Observation, Opening, OrderRecord, ProviderOrderStatus } from './order.ts'
import { isCompleted, recordPayments } from './payments.ts'
import { isOfAnother, isPaymentAccepted, refundedOf, wasPaidBefore } from './refund-doubt.ts'

/** A reply or status that is about another order: nothing of it is recorded. */
export interface Stray {
  readonly code: 'wrong-order' | 'order-id-mismatch'
  readonly ours: string
  readonly theirs: string
  /** The payments that it lists, and FAILED: what makes it news. */
  readonly says: readonly string[]
}

/** An order with what the observations say of it, before anything is found or decided. */
export interface Learned {
  readonly before: OrderRecord
  readonly order: OrderRecord
  readonly observations: readonly Observation[]
  readonly nowMs: number
  /** The observation that decides, when the observation is about this order. */
  readonly decisive?: Decisive
  readonly stray?: Stray
}

/** Records what was observed, and judges none of it. The strongest observation counts: a status, a trusted callback, then the reply to the request. */
export function learn(
  before: OrderRecord,
  observations: readonly Observation[],
  nowMs: number,
  policy: Policy,
): Learned {
  const response = find(observations, 'response')
  const failed = find(observations, 'response-failed')
  const order = response || failed ? withoutSendDeadline(before) : before
  const learned = { before, observations, nowMs }
  const decisive = decisiveOf(observations, policy)
  const reported = decisive?.status ?? response
  const stray = reported && strayOf(order, reported)
  if (stray) return { ...learned, order, stray }
  if (decisive && isPremature(order, decisive, nowMs)) return { ...learned, order }
  if (decisive) return { ...learned, order: withStatus(order, decisive), decisive }
  if (response) return { ...learned, order: withResponse(order, response) }
  if (failed) return { ...learned, order: withFailedResponse(order, failed) }
  return { ...learned, order: withOpening(order, openingAfter(before, observations, nowMs, policy)) }
}

function withoutSendDeadline({ sendByMs: _, ...order }: OrderRecord): OrderRecord {
  return order
}

const withOpening = (order: OrderRecord, opening: Opening): OrderRecord => ({ ...order, opening })

type Reported = Pick<ProviderOrderStatus, 'merchantOrderId' | 'orderId'> &
  Partial<Pick<ProviderOrderStatus, 'state' | 'attempts'>>

function strayOf(
  order: OrderRecord,
  { merchantOrderId, orderId, state = 'PENDING', attempts = [] }: Reported,
): Stray | undefined {
  const payments = attempts.filter(isCompleted).map(({ transactionId }) => transactionId)
  const says = payments.length > 0 ? [...(state === 'FAILED' ? [state] : []), ...payments.sort()] : []
  if (merchantOrderId !== undefined && merchantOrderId !== order.merchantOrderId)
    return { code: 'wrong-order', ours: order.merchantOrderId, theirs: merchantOrderId, says }
  if (orderId !== undefined && order.orderId !== undefined && orderId !== order.orderId)
    return { code: 'order-id-mismatch', ours: order.orderId, theirs: orderId, says }
  return undefined
}

/**
 * True when a payment is reported too early to count. The reply may still say whether this request created the order, or nobody knows
 * whether an earlier payment was refunded.
 */
function isPremature(order: OrderRecord, decisive: Decisive, nowMs: number): boolean {
  const { status } = decisive
  if (status.state !== 'COMPLETED') return false
  if (order.mayNotImport && isReplyAwaited(order, nowMs)) return true
  if (isOfAnother(order, decisive) || isPaymentAccepted(order)) return false
  return wasPaidBefore(order, status) && refundedOf(decisive) === undefined
}

/** A status that was asked for sooner after the completion may be older than it: checks run beside each other. Milliseconds. */
const MAX_ANSWER_AGE_MS = 60_000

/** True when a report is newer than the decision about the order. A callback does not say how old it is. */
export const isNewerThanDecision = (decisive: Decisive, { completedAtMs = 0 }: OrderRecord): boolean =>
  decisive.kind === 'status' &&
  decisive.checkedAtMs !== undefined &&
  decisive.checkedAtMs - completedAtMs >= MAX_ANSWER_AGE_MS

/**
 * True when a report may take back bookings: the report is newer than the decision, or more than one payment is booked. A person has
 * booked further payments, and their reports came before.
 */
const mayTakeBack = (order: OrderRecord, decisive: Decisive): boolean =>
  isNewerThanDecision(decisive, order) || order.attempts.filter(({ booked }) => booked !== undefined).length > 1

function withStatus(order: OrderRecord, decisive: Decisive): OrderRecord {
  const { status } = decisive
  const attempts = recordPayments(order, status, mayTakeBack(order, decisive))
  return {
    ...withoutCorrected(order, attempts),
    ...defined({
      orderId: order.orderId ?? status.orderId,
      expiresAtMs: lastExpiry(order, believableExpiry(order, status.expireAt)),
    }),
    // The provider knows the order, so it was sent, perhaps before the database was restored.
    opening: 'sent',
    sentAtMs: order.sentAtMs ?? order.createdAtMs,
    attempts,
  }
}

/** A payment that was taken back and is paid again: when it is taken back once more, a person is asked again. */
function withoutCorrected(order: OrderRecord, attempts: OrderRecord['attempts']): OrderRecord {
  const paid = attempts.filter(isCompleted).map(({ transactionId }) => transactionId)
  const isCorrected = ({ transactionId, state }: OrderRecord['attempts'][number]) =>
    state === 'FAILED' && paid.includes(transactionId)
  const corrected = order.attempts.filter(isCorrected)
  const { resolvedFindings = [], ...rest } = order
  const left = resolvedFindings.filter(
    (key) =>
      !corrected.some(
        ({ transactionId }) => key.startsWith('contradiction:') && key.split(':').includes(transactionId),
      ),
  )
  return left.length > 0 ? { ...rest, resolvedFindings: left } : rest
}

/** Without an expiry in the reply, the estimate stays. */
function withResponse(order: OrderRecord, { orderId, expireAt }: ObservationOf<'response'>): OrderRecord {
  if (order.state === 'COMPLETED' || (order.state === 'FAILED' && order.opening === 'sent')) return order
  const known = defined({ orderId, expiresAtMs: believableExpiry(order, expireAt) })
  return { ...order, ...known, opening: 'sent', sentAtMs: order.sentAtMs ?? order.createdAtMs }
}

/** A request that the provider may have received never fails the order: the status decides. So does it of an id that our own lost request may have used. */
function withFailedResponse(
  order: OrderRecord,
  { outcome, duplicateId, temporary }: ObservationOf<'response-failed'>,
): OrderRecord {
  if (order.state !== 'CREATED' || order.opening === 'sent') return order
  if (outcome === 'unknown' || duplicateId) return withOpening(order, 'unknown')
  if (outcome !== 'not-sent' && !temporary) return withOpening(order, 'refused')
  const { sentAtMs: _, ...unsent } = order
  return withOpening(unsent, 'unsent')
}

/** The opening of an order after a cancellation, the passing of time, or "order not found". */
function openingAfter(
  order: OrderRecord,
  observations: readonly Observation[],
  nowMs: number,
  policy: Policy,
): Opening {
  const { state, opening, expiresAtMs, createdAtMs } = order
  if (state !== 'CREATED' || opening === 'sent') return opening
  if (isUnsent(order) && find(observations, 'cancel')) return 'cancelled'
  if (find(observations, 'callback')) return opening
  if (isUnsent(order) && nowMs > (expiresAtMs ?? createdAtMs)) return 'never-sent'
  const check = find(observations, 'status-failed')
  return check?.unknownOrder && isOver(order, check.checkedAtMs ?? nowMs, policy) ? 'never-opened' : opening
}

/**
 * True when nobody can still pay an order that the provider does not know: after its expiry. A link may live for 30 days, and a debit waits for days:
 * once its request can no longer arrive. A late answer describes the time of its request.
 */
function isOver(
  { checkout, sentAtMs, expiresAtMs, sendByMs = 0 }: OrderRecord,
  checkedAtMs: number,
  { unknownOrderGraceMs }: Policy,
): boolean {
  const endMs = isOverWithItsRequest(checkout) && sentAtMs !== undefined ? sentAtMs + FLIGHT_MS : expiresAtMs
  return endMs !== undefined && checkedAtMs > Math.max(endMs, sendByMs) + unknownOrderGraceMs
}
