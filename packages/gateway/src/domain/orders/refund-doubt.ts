import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import type { Decisive } from './observations.ts'
import { isGivenUp } from './opening.ts'
import type { OrderRecord, ProviderOrderStatus, Refunded } from './order.ts'
import { isCompleted } from './payments.ts'

// A payment that was made before the order was sent, or before the database was restored, may have been refunded automatically, and this
// database does not know it.

/** The key of the finding that the order is paid, and that the provider does not say whether the payment was refunded before. */
export const PAYMENT_IN_DOUBT = 'undecided:COMPLETED'

export const isPaymentInDoubt = ({ key }: ReviewFinding): boolean => key === PAYMENT_IN_DOUBT

/** True when a person accepted the payment. Earlier events do not matter. */
export const isPaymentAccepted = ({ resolvedFindings = [] }: Pick<OrderRecord, 'resolvedFindings'>): boolean =>
  resolvedFindings.includes(PAYMENT_IN_DOUBT)

/** The automatic refund that was asked for together with the status; a callback says nothing of it. */
export const refundedOf = (decisive: Decisive | undefined): Refunded | undefined =>
  decisive?.kind === 'status' ? decisive.refunded : undefined

/**
 * True when the order was paid at the provider before this gateway sent the order, as far as known. Another integration may have sent the
 * order, or this gateway before its database was restored from an older backup.
 */
export function wasPaidBefore(order: OrderRecord, status: ProviderOrderStatus): boolean {
  const { sentAtMs, orderId, state } = order
  if (status.state !== 'COMPLETED' || state === 'COMPLETED' || orderId !== undefined) return false
  return (
    sentAtMs === undefined ||
    status.attempts.filter(isCompleted).some(({ timestamp = sentAtMs }) => timestamp < sentAtMs)
  )
}

/** True when no known request of this gateway created the order at the provider, and the API key that started the order may not import orders. */
export const isNotToImport = (order: OrderRecord, status: ProviderOrderStatus): boolean =>
  order.mayNotImport === true && (order.sentAtMs === undefined || isGivenUp(order) || wasPaidBefore(order, status))

/** True when the check of the status found that the order was started elsewhere. */
export const isMarkedAsOther = (decisive: Decisive): boolean =>
  decisive.kind === 'status' && decisive.startedElsewhere === true

/** True when only a person may say that a report is about this order. */
export const isOfAnother = (order: OrderRecord, decisive: Decisive): boolean =>
  isMarkedAsOther(decisive) || isNotToImport(order, decisive.status)

/**
 * True when the provider must be asked for an automatic refund before a payment counts. This database may not know that refund.
 * @param isRestored the database was restored since the order was created
 */
export function mayBeRefunded(order: OrderRecord, status: ProviderOrderStatus, isRestored: boolean): boolean {
  if (status.state !== 'COMPLETED' || order.state === 'COMPLETED') return false
  if (isPaymentAccepted(order) || isNotToImport(order, status)) return false
  return isRestored || wasPaidBefore(order, status) || (order.needsReview?.findings.some(isPaymentInDoubt) ?? false)
}
