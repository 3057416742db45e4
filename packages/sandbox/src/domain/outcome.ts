import type { Failure } from './failure.ts'

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
