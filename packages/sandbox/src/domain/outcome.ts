import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import type { ErrorContext } from '@galla/contract/provider/responses'

/** Why a payment or refund failed, in the provider's two codes. */
export interface Failure {
  readonly errorCode: string
  readonly detailedErrorCode: string
}

/** The payer cancelled: the default failure of `simulatePayment`. */
export const CANCELLED: Failure = { errorCode: 'TXN_CANCELLED', detailedErrorCode: 'ORDER_CANCELLED_BY_USER' }
export const EXPIRED_UNPAID: Failure = { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' }
export const TIMED_OUT: Failure = { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'REQUEST_TIME_OUT' }

/** Detailed codes by their lower-case spelling: UPI ids such as `fail.zm@ybl` have no case. */
const DETAILED = new Map(Object.keys(FAILURE_CODES).map((code) => [code.toLowerCase(), code]))

/** The failure for a detailed code (`ZM`) or an error code (`INVALID_MPIN`), in any case; `undefined` for an unknown code. */
export function findFailure(code: string): Failure | undefined {
  const exact = DETAILED.get(code.toLowerCase())
  const known = exact === undefined ? undefined : FAILURE_CODES[exact]
  if (exact !== undefined && known) return { errorCode: known.errorCode, detailedErrorCode: exact }
  const wanted = code.toUpperCase()
  for (const [detailedErrorCode, entry] of Object.entries(FAILURE_CODES)) {
    if (entry.errorCode === wanted) return { errorCode: entry.errorCode, detailedErrorCode }
  }
  return undefined
}

export function describeFailure(failure: Failure): string {
  return FAILURE_CODES[failure.detailedErrorCode]?.meaning ?? 'The payment failed.'
}

/** `errorContext` of a status response (protocol §6). */
export function errorContextFor(failure: Failure): ErrorContext {
  const known = FAILURE_CODES[failure.detailedErrorCode]
  return {
    errorCode: failure.errorCode,
    detailedErrorCode: failure.detailedErrorCode,
    source: known?.source ?? 'OTHERS',
    stage: known?.stage ?? 'OTHERS',
    description: describeFailure(failure),
  }
}

/** Outcome of a payment. */
export type Outcome =
  | { readonly kind: 'SUCCESS' }
  | { readonly kind: 'FAILURE'; readonly failure: Failure }
  /** Stays pending until it is simulated or the order expires. */
  | { readonly kind: 'PENDING' }
  /** The order expires and fails, and the money arrives afterwards. */
  | { readonly kind: 'LATE_PAYMENT' }

/** Time from expiry to the late payment. */
export const LATE_PAYMENT_DELAY_MS = 60_000

export const SUCCESS: Outcome = { kind: 'SUCCESS' }
export const PENDING: Outcome = { kind: 'PENDING' }
export const LATE_PAYMENT: Outcome = { kind: 'LATE_PAYMENT' }

/** Failure of an ended or paused mandate. The list of failure codes has no code for it (autopay §2.10). */
export const NOT_PERMITTED: Failure = findFailure('B3') ?? TIMED_OUT
