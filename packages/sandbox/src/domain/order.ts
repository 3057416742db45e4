import type { Paise } from '@galla/contract/money'
import type { PaymentModeType } from '@galla/contract/provider/payment-mode'
import type { AccountConstraint, MetaInfo, PaymentModeConfig } from '@galla/contract/provider/requests'
import type { WireSplit } from '@galla/contract/provider/responses'
import type { AttemptState, OrderState } from '@galla/contract/provider/states'
import type { MandateDetails } from './mandate.ts'
import type { Failure, Outcome } from './outcome.ts'
import type { Payer } from './payer.ts'

/** Endpoint that created the order. The SDK products are orders of a mobile app, which receives the page token. */
export type Product = 'STANDARD' | 'CUSTOM' | 'STANDARD_SDK' | 'CUSTOM_SDK' | 'LINK'

/** One order with its attempts. Immutable: every change makes a new value, so a snapshot is a list of references. */
export interface Order {
  readonly merchantOrderId: string
  /** The provider's id, `OMO…`. */
  readonly orderId: string
  readonly product: Product
  readonly amount: Paise
  readonly state: OrderState
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Grants access to the hosted page of this order only. */
  readonly pageToken: string
  readonly retryDisabled: boolean
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
  /** The order failed because its time ended: the only failure that a late payment can still turn into COMPLETED. */
  readonly expired?: true
  readonly failure?: Failure
  readonly completedAtMs?: number
  readonly redirectUrl?: string
  readonly message?: string
  readonly metaInfo?: MetaInfo
  /** Prefilled on the hosted page. */
  readonly phoneNumber?: string
  readonly paymentModeConfig?: PaymentModeConfig
  readonly constraints?: readonly AccountConstraint[]
  /** A setup order: what it authorises. */
  readonly mandate?: MandateDetails
  /** A payment link. */
  readonly link?: LinkDetails
}

/** The part of an order that makes it a payment link. */
export interface LinkDetails {
  /** Last part of the short URL. */
  readonly code: string
  /** Messages that `notify` has sent; that of the request for the link does not count. */
  readonly messages: number
  readonly name?: string
  readonly email?: string
  /** The merchant cancelled the link: a payment that was running can still complete it. */
  readonly cancelled?: true
}

export type NewOrder = Omit<Order, 'state' | 'attempts' | 'expired' | 'failure' | 'completedAtMs'>

/** One attempt to pay an order. */
export interface Attempt {
  /** The provider's id, `OM…`. */
  readonly transactionId: string
  readonly mode: PaymentModeType
  readonly amount: Paise
  readonly state: AttemptState
  readonly startedAtMs: number
  readonly payer: Payer
  /** The payer's next step; absent when the payer can only wait. */
  readonly step?: 'scan' | 'approve' | 'otp' | 'bank'
  readonly otpTriesLeft?: number
  readonly intentUrl?: string
  /** UPI intent: the app that the payer chose. */
  readonly targetApp?: string
  /** Outcome of the payer's last step; absent means success. */
  readonly stepOutcome?: Outcome
  /** Outcome that the scheduler applies, and when. */
  readonly plan?: { readonly atMs: number; readonly outcome: Outcome }
  readonly failure?: Failure
  /** Instruments that paid, once the attempt is completed. */
  readonly splits?: readonly WireSplit[]
}

export type NewAttempt = Omit<Attempt, 'state' | 'failure' | 'splits'>

/** Wrong one-time passwords after which the attempt fails. */
export const MAX_OTP_TRIES = 3

export function createOrder(input: NewOrder): Order {
  return { ...input, state: 'PENDING', attempts: [] }
}

export function latestAttempt(order: Order): Attempt | undefined {
  return order.attempts[order.attempts.length - 1]
}

/** Custom checkout: one pay call is one attempt. Elsewhere the payer may retry unless the merchant disabled it. */
export function canRetry(order: Order): boolean {
  return order.product !== 'CUSTOM' && !order.retryDisabled
}

/** True when the payer can start an attempt now. Where a retry is allowed, the new attempt replaces a pending attempt. */
export function canStartAttempt(order: Order): boolean {
  if (order.state !== 'PENDING') return false
  return order.attempts.length === 0 || canRetry(order)
}

/** The attempt in its final state, without the fields that only a pending attempt has. */
export function finishedAttempt(
  attempt: Attempt,
  result: { splits: readonly WireSplit[] } | { failure: Failure },
): Attempt {
  const { step: _step, plan: _plan, stepOutcome: _outcome, otpTriesLeft: _tries, failure: _failure, ...rest } = attempt
  return 'splits' in result
    ? { ...rest, state: 'COMPLETED', splits: result.splits }
    : { ...rest, state: 'FAILED', failure: result.failure }
}
