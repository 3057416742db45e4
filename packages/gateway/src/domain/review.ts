import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import type { OrderRecord } from './order.ts'

/** Whether the order is in review for this, among others: which finding came first decides nothing. */
export const isInReviewFor = (
  { needsReview }: Pick<OrderRecord, 'needsReview'>,
  code: ReviewFinding['code'],
): boolean => needsReview?.findings.some((finding) => finding.code === code) ?? false

/** The order is paid, and the provider does not say whether the payment was refunded before. */
export const isPaymentInDoubt = ({ code, theirs }: ReviewFinding): boolean =>
  code === 'undecided' && theirs === 'COMPLETED'
