import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'

/** Failures of refunds that the merchant can act on. */
const REFUND_REASONS: { readonly [code: string]: string } = {
  DECLINED: 'Another person declined it.',
  APPROVAL_EXPIRED: 'It was not approved in time.',
  EXCEEDS_PAID: 'Too little of the payment was left, so it was not sent.',
  ID_TAKEN: 'Another refund has its id, so it was not sent.',
  OTHER_PAYMENT_REFUNDED:
    'Another payment of the reference was refunded before a restore, so it was not sent: this payment may be the one to keep.',
  REFUND_BREACHED:
    'Refunds are paid from the payments of the day, and these were too low. Request it again later in the day.',
  EXCESS_REFUND_AMOUNT:
    'The amount exceeds what is left of this order, or the payments of today. Check the balance, or try later in the day.',
  REFUND_FOR_TXN_OLDER_THAN_LIMIT:
    'The payment is too old: the provider refunds for about three months. Pay the payer back in another way.',
  REFUND_AMOUNT_EXCEEDS_ORIGINAL: 'The amount exceeds what was paid. Request less.',
}

/** The meaning of a refund's error codes, the detailed one first; undefined when both are unknown. */
export function refundReason(errorCode?: string, detailedErrorCode?: string): string | undefined {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    if (Object.hasOwn(REFUND_REASONS, code)) return REFUND_REASONS[code]
    if (Object.hasOwn(FAILURE_CODES, code)) return FAILURE_CODES[code]?.meaning
  }
  return undefined
}
