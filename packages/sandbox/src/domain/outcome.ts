import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { ErrorContext } from '@galla/contract/provider/replies'

/** Why a payment or refund did not happen, in the provider's two words for it. */
export interface Failure {
  readonly errorCode: string
  readonly detailedErrorCode: string
}

/** What a settle without a code means: the payer walked away. */
export const CANCELLED: Failure = { errorCode: 'TXN_CANCELLED', detailedErrorCode: 'ORDER_CANCELLED_BY_USER' }
export const NOBODY_TRIED: Failure = { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' }
export const RAN_OUT_OF_TIME: Failure = { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'REQUEST_TIME_OUT' }

/** Detailed codes by lower-case spelling: people type them into VPAs, where case is lost. */
const DETAILED = new Map(Object.keys(FAILURE_CODES).map((code) => [code.toLowerCase(), code]))

/** From a detailed code (`ZM`) or an error code (`INVALID_MPIN`), in any case; `undefined` when the provider has no such word. */
export function failureOf(code: string): Failure | undefined {
  const exact = DETAILED.get(code.toLowerCase())
  const known = exact === undefined ? undefined : FAILURE_CODES[exact]
  if (exact !== undefined && known) return { errorCode: known.errorCode, detailedErrorCode: exact }
  const wanted = code.toUpperCase()
  for (const [detailedErrorCode, entry] of Object.entries(FAILURE_CODES)) {
    if (entry.errorCode === wanted) return { errorCode: entry.errorCode, detailedErrorCode }
  }
  return undefined
}

export function explain(failure: Failure): string {
  return FAILURE_CODES[failure.detailedErrorCode]?.meaning ?? 'The payment failed.'
}

/** The long form that a status read gives when it is asked for. */
export function errorContextOf(failure: Failure): ErrorContext {
  const known = FAILURE_CODES[failure.detailedErrorCode]
  return {
    errorCode: failure.errorCode,
    detailedErrorCode: failure.detailedErrorCode,
    source: known?.source ?? 'OTHERS',
    stage: known?.stage ?? 'OTHERS',
    description: explain(failure),
  }
}

/** What a payment comes to. */
export type Outcome =
  | { readonly kind: 'SUCCESS' }
  | { readonly kind: 'FAILURE'; readonly failure: Failure }
  /** Nothing happens until somebody settles it or the order expires. */
  | { readonly kind: 'PENDING' }
  /** The order expires and fails; the money arrives afterwards. */
  | { readonly kind: 'LATE_PAYMENT' }

/** How long after expiry the late money arrives. */
export const LATE_BY_MS = 60_000

export const SUCCESS: Outcome = { kind: 'SUCCESS' }
export const PENDING: Outcome = { kind: 'PENDING' }
export const LATE_PAYMENT: Outcome = { kind: 'LATE_PAYMENT' }
