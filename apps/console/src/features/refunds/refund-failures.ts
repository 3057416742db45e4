import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { messages } from '../../i18n/messages.ts'
import { failuresEnglish } from './english.ts'

/** Failures of refunds that the merchant can act on. */
const REFUND_REASONS: { readonly [code: string]: string } = messages('refunds/failures', failuresEnglish)

/** The meaning of a refund's error codes, the detailed one first; undefined when both are unknown. */
export function refundReason(errorCode?: string, detailedErrorCode?: string): string | undefined {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    if (Object.hasOwn(REFUND_REASONS, code)) return REFUND_REASONS[code]
    if (Object.hasOwn(FAILURE_CODES, code)) return FAILURE_CODES[code]?.meaning
  }
  return undefined
}

/** True for a meaning of the contract, which is in English in every language of the console. */
export const isOfContract = (reason: string): boolean => !Object.values(REFUND_REASONS).includes(reason)
