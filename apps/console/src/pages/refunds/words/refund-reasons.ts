import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'

/** Refusals of a refund that are about us and not about a bank, with the way out. */
const REFUND_REASONS: { readonly [code: string]: string } = {
  REFUND_BREACHED:
    'Refunds are paid from the day’s incoming money, and there was too little of it. Ask for it again later in the day.',
  EXCESS_REFUND_AMOUNT:
    'More was asked for than is left of this order, or than came in today. Compare the sums, or try later in the day.',
  REFUND_FOR_TXN_OLDER_THAN_LIMIT:
    'The payment is too old: the provider gives back for about three months. Pay the payer back in another way.',
  REFUND_AMOUNT_EXCEEDS_ORIGINAL: 'More was asked for than was paid. Ask for less.',
}

/** What the provider’s code means; undefined for one that is not known here. */
export function refundReason(errorCode?: string, detailedErrorCode?: string): string | undefined {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    if (Object.hasOwn(REFUND_REASONS, code)) return REFUND_REASONS[code]
    if (Object.hasOwn(FAILURE_CODES, code)) return FAILURE_CODES[code]?.meaning
  }
  return undefined
}
