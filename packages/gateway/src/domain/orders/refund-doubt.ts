import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import { isGivenUp } from './opening.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import { isCompleted } from './payments.ts'

// After a restore, a payment may have been refunded automatically, and this database does not know it.

/** The key of the finding that the order is paid, and that the provider does not say whether the payment was refunded before. */
export const PAYMENT_IN_DOUBT = 'undecided:COMPLETED'

export const isPaymentInDoubt = ({ key }: ReviewFinding): boolean => key === PAYMENT_IN_DOUBT

/** Whether a person accepted the payment, whatever became of it before. */
export const isPaymentAccepted = ({ resolvedFindings = [] }: Pick<OrderRecord, 'resolvedFindings'>): boolean =>
  resolvedFindings.includes(PAYMENT_IN_DOUBT)

/** For so long the provider is asked again whether a payment was refunded before, until a person has to decide. Milliseconds. */
const REFUND_UNANSWERED_MS = 20 * 60_000

/** For so long an answer that the order is not paid may be older than the one that it is. Milliseconds. */
const MAX_DOUBT_MS = 24 * 3_600_000

/** Whether the order is paid, and the provider has not said for a while whether the payment was refunded before. */
export const isPaymentUndecided = (
  { refundUnansweredSinceMs, state }: Pick<OrderRecord, 'refundUnansweredSinceMs' | 'state'>,
  nowMs: number,
): boolean =>
  state !== 'COMPLETED' &&
  refundUnansweredSinceMs !== undefined &&
  nowMs >= refundUnansweredSinceMs + REFUND_UNANSWERED_MS

/** Whether a status says that the order is not paid. */
export const saysUnpaid = (status: ProviderOrderStatus | undefined): boolean =>
  status?.state === 'FAILED' || status?.state === 'PENDING'

/** The order as a status says that it is not paid: in the end it no longer matters whether the payment was refunded before. */
export function withoutDoubt(order: OrderRecord, nowMs: number): OrderRecord {
  const { refundUnansweredSinceMs, ...rest } = order
  return refundUnansweredSinceMs !== undefined && nowMs >= refundUnansweredSinceMs + MAX_DOUBT_MS ? rest : order
}

/**
 * Whether the order was paid at the provider before it was sent there, as far as is known: before this database was restored from an older
 * backup, or by another integration.
 */
export function wasPaidBefore(order: OrderRecord, status: ProviderOrderStatus): boolean {
  const { sentAtMs, orderId, state } = order
  if (status.state !== 'COMPLETED' || state === 'COMPLETED' || orderId !== undefined) return false
  return (
    sentAtMs === undefined ||
    status.attempts.filter(isCompleted).some(({ timestamp = sentAtMs }) => timestamp < sentAtMs)
  )
}

/** A payment that is found this long after it was made may have been found before: the database was restored since. Milliseconds. */
const FOUND_LATE_MS = 10 * 60_000

/**
 * Whether the payment may have been refunded automatically, and this database does not know it: it was made before the order was sent, or is
 * found so late that another database may have found it first.
 */
export function mayBeRefunded(order: OrderRecord, status: ProviderOrderStatus, nowMs: number): boolean {
  if (status.state !== 'COMPLETED' || order.state === 'COMPLETED' || isPaymentAccepted(order)) return false
  const expiresAtMs = status.expireAt ?? order.expiresAtMs
  return (
    order.refundUnansweredSinceMs !== undefined ||
    wasPaidBefore(order, status) ||
    (expiresAtMs !== undefined && nowMs > expiresAtMs) ||
    status.attempts.filter(isCompleted).some(({ timestamp = nowMs }) => timestamp < nowMs - FOUND_LATE_MS)
  )
}

/** The status of a payment of which the provider does not say whether it was refunded before. */
export const withoutRefundAnswer = (observations: readonly Observation[]): boolean =>
  observations.some((one) => one.kind === 'status' && one.refundsChecked === 'unanswered')

/** Whether no request of this gateway created the order at the provider, as far as it knows, and the API key that started it may not import one. */
export const isOfAnother = (order: OrderRecord, status: ProviderOrderStatus): boolean =>
  order.mayNotImport === true && (order.sentAtMs === undefined || isGivenUp(order) || wasPaidBefore(order, status))
