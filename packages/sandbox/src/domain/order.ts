import type { Paise } from '@galla/contract/money'
import type { PaymentModeType } from '@galla/contract/provider/payment-mode'
import type { WireSplit } from '@galla/contract/provider/replies'
import type { AccountConstraint, MetaInfo, PaymentModeConfig } from '@galla/contract/provider/requests'
import type { AttemptState, OrderState } from '@galla/contract/provider/states'
import type { Failure, Outcome } from './outcome.ts'
import type { Payer } from './payer.ts'

export type Product = 'STANDARD' | 'CUSTOM' | 'STANDARD_SDK' | 'CUSTOM_SDK'

/** Everything the provider knows of one order. Values are replaced, never changed in place: a snapshot is a list of references. */
export interface Order {
  readonly merchantOrderId: string
  readonly orderId: string
  readonly product: Product
  readonly amount: Paise
  readonly state: OrderState
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** Opens the hosted page of this order and nothing else. */
  readonly pageToken: string
  readonly retryDisabled: boolean
  readonly attempts: readonly Attempt[]
  /** It failed because its time ran out: the one failure that a late payment can still turn. */
  readonly expired?: true
  readonly failure?: Failure
  readonly completedAtMs?: number
  readonly redirectUrl?: string
  readonly message?: string
  readonly metaInfo?: MetaInfo
  readonly phoneNumber?: string
  readonly paymentModeConfig?: PaymentModeConfig
  readonly constraints?: readonly AccountConstraint[]
}

export type NewOrder = Omit<Order, 'state' | 'attempts' | 'expired' | 'failure' | 'completedAtMs'>

export function openOrder(facts: NewOrder): Order {
  return { ...facts, state: 'PENDING', attempts: [] }
}

export function latestAttempt(order: Order): Attempt | undefined {
  return order.attempts[order.attempts.length - 1]
}

/** One pay call is one attempt in custom checkout; everywhere else the payer may try again unless the merchant said no. */
export function mayRetry(order: Order): boolean {
  return order.product !== 'CUSTOM' && !order.retryDisabled
}

/** The payer may start an attempt now. A pending one is replaced, where another try is allowed. */
export function mayStart(order: Order): boolean {
  if (order.state !== 'PENDING') return false
  return order.attempts.length === 0 || mayRetry(order)
}

/** One try to pay an order. */
export interface Attempt {
  readonly transactionId: string
  readonly mode: PaymentModeType
  readonly amount: Paise
  readonly state: AttemptState
  readonly startedAtMs: number
  readonly payer: Payer
  /** What the payer must do next; absent when nothing is left to do but wait. */
  readonly step?: 'scan' | 'approve' | 'otp' | 'bank'
  readonly otpTriesLeft?: number
  readonly intentUrl?: string
  /** What the payer's last step brings; absent means success. */
  readonly finish?: Outcome
  /** What happens by itself, and when. */
  readonly plan?: { readonly atMs: number; readonly outcome: Outcome }
  readonly failure?: Failure
  /** What paid, once it is completed. */
  readonly splits?: readonly WireSplit[]
}

export type NewAttempt = Omit<Attempt, 'state' | 'failure' | 'splits'>

/** Wrong one-time passwords that the bank's page forgives. */
export const OTP_TRIES = 3

export function settledAttempt(
  attempt: Attempt,
  result: { splits: readonly WireSplit[] } | { failure: Failure },
): Attempt {
  const { step: _step, plan: _plan, finish: _finish, otpTriesLeft: _tries, failure: _failure, ...rest } = attempt
  return 'splits' in result
    ? { ...rest, state: 'COMPLETED', splits: result.splits }
    : { ...rest, state: 'FAILED', failure: result.failure }
}
