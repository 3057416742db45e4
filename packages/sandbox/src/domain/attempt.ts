import type { Paise } from '@galla/contract/money'
import type { PaymentModeType } from '@galla/contract/provider/payment-mode'
import type { WireSplit } from '@galla/contract/provider/replies'
import type { AttemptState } from '@galla/contract/provider/states'
import type { Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import type { Payer } from './payer.ts'

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
