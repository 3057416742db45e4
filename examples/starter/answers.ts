import type { GatewayError, ReturnedPayer } from '@galla/gateway'

/** Words for a payer who returns. COMPLETED means that money came in, not that the cart is sold: `resolution` says what the money is for. */
export function thanksFor({
  order: { state, resolution, amount, refundedAmount, needsReview },
  refundedPayment,
}: ReturnedPayer): string {
  if (refundedPayment && resolution === 'fulfil') return 'Paid. Thank you! Your other payment of this cart is refunded.'
  if (refundedPayment) return 'The cart has changed since your payment. Your payment is refunded.'
  if (needsReview) return 'We are checking your payment and will write to you.'
  if (state === 'FAILED') return 'Not paid.'
  // The payer may have paid already: the bank or the provider is not done yet.
  if (state !== 'COMPLETED') return 'We are checking your payment.'
  if (resolution === 'duplicate-refund') return 'This cart was paid already. Your second payment is refunded.'
  if (resolution === 'late-refund') return 'Your payment came too late. It is refunded.'
  if (refundedAmount >= amount) return 'Refunded.'
  return refundedAmount > 0 ? 'Paid, and refunded in part.' : 'Paid. Thank you!'
}

const REFUSALS: { readonly [code: string]: string } = {
  REFERENCE_PAID: 'This cart is paid already.',
  REFERENCE_IN_REVIEW: 'A payment of this cart is being checked. Please do not pay again.',
}

/** Words for the payer in place of an error. The message of a GatewayError is for you: it is English, and names the cart. */
export const refusalFor = ({ code }: GatewayError): string =>
  REFUSALS[code] ?? 'The payment cannot be started now. Nothing was charged. Try again later.'
