import type {
  BillingFrequency,
  CycleOutcome,
  HaltReason,
  SubscriptionState,
} from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { AmountType, MandateState } from '@galla/contract/provider/subscriptions'

/** The stored subscription of a payer. All times are epoch milliseconds, days are days in India. */
export interface SubscriptionRecord {
  readonly subscriptionId: string
  readonly state: SubscriptionState
  /** Price of the coming cycles, in paise. */
  readonly amount: Paise
  readonly frequency: BillingFrequency
  /** First day of the first cycle: `2026-11-22`. */
  readonly startsOn: string
  /** The subscription ends after this number of cycles; undefined: when somebody cancels it. */
  readonly cycles?: number
  /** No debit is announced or made. Without `untilMs` the pause lasts until somebody resumes the subscription; a payer ends the payer's own pause only. */
  readonly pause?: { readonly by: 'merchant' | 'payer'; readonly sinceMs: number; readonly untilMs?: number }
  /** Why nothing is billed, in the state HALTED. */
  readonly haltedFor?: HaltReason
  /** A cancellation: at once, or at the end of the cycle in which somebody asked for it. */
  readonly cancel?: { readonly at: 'now' | 'cycle-end'; readonly sinceMs: number }
}

/** The payer's permission at the provider, as it was last read. */
export interface MandateRecord {
  readonly merchantSubscriptionId: string
  readonly state: MandateState | 'UNKNOWN'
  readonly amountType: AmountType
  /** Largest debit, in paise. */
  readonly maxAmount: Paise
  readonly expiresAtMs?: number
  /** When the setup order ends. */
  readonly setupEndsAtMs: number
  /** When the payer approved: the setup order was completed, and the payment of a first bill counts. */
  readonly approvedAtMs?: number
  /** When the payer paid the setup order, also when the payment came too late to count. */
  readonly setupPaidAtMs?: number
  /** Begin of the newest pause that is known: an announcement from before it is void. */
  readonly pausedAtMs?: number
  readonly pauseEndsAtMs?: number
  /** When the provider was last asked; undefined: a callback or a person says that it must be asked now. */
  readonly checkedAtMs?: number
}

/** One billing period that was opened: its price is fixed. */
export interface CycleRecord {
  readonly number: number
  readonly amount: Paise
  /** Set once, when nothing of the cycle is open any more. */
  readonly outcome?: CycleOutcome
  /** The merchant asked to leave the cycle out. */
  readonly isSkipped?: boolean
}

/** One order that collects a cycle: a debit under the mandate, or the setup whose amount is the first bill. */
export interface DebitRecord {
  readonly merchantOrderId: string
  /** The mandate under which the provider debits. */
  readonly merchantSubscriptionId: string
  readonly state: 'CREATED' | 'PENDING' | 'COMPLETED' | 'FAILED'
  /** A COMPLETED order that counts: its payment is not refunded as late or duplicate. */
  readonly isFulfilled: boolean
  readonly needsReview: boolean
  readonly isSetup: boolean
  /** The provider refused to announce the debit, or could not notify the payer. Nothing was debited. */
  readonly isRefused?: boolean
  /** A refund of its payment is requested, and may still fail. */
  readonly hasOpenRefund?: boolean
  /** Nothing is left of its payment to return, or the refund for the end of the subscription was made: a person decides when that refund fails. */
  readonly isReturned?: boolean
  readonly createdAtMs: number
  /** When the order became final. */
  readonly endedAtMs?: number
  /** When the provider was last asked about the order, or else got it; undefined: a callback says that the provider must be asked now. */
  readonly checkedAtMs?: number
  /** When the payer was notified; the provider's window of the debit. Undefined until the provider reports them. */
  readonly notifiedAtMs?: number
  readonly validAfterMs?: number
  readonly validUntilMs?: number
  /** When the order ends at the provider, as far as it is known. */
  readonly expiresAtMs?: number
  /** The sent requests to debit, oldest first. The time is stored before the request leaves. */
  readonly tries: readonly DebitTry[]
}

/** One request to debit. */
export interface DebitTry {
  readonly sentAtMs: number
  /** When the provider reported that the try failed, or that the request was never received. */
  readonly failedAtMs?: number
}

/** All that decides what happens next. `cycle` is the newest one that was opened. */
export interface BillingFacts {
  readonly subscription: SubscriptionRecord
  readonly mandate: MandateRecord
  /** Paise that the next cycle to open costs more (a surcharge) or less (a credit, negative) than the price. */
  readonly carried: number
  readonly cycle?: CycleRecord
  /** The cycle in which somebody cancelled, else the one of now, where `cycle` is a later one. */
  readonly current?: Pick<CycleRecord, 'number' | 'outcome'>
  /** The orders of `cycle`, oldest first. */
  readonly debits: readonly DebitRecord[]
}

/** The merchant's choices about billing. */
export interface BillingPolicy {
  /** Time between the announcement and the beginning of a cycle: 25 to 72 hours. Milliseconds. @default 36 hours */
  readonly noticeMs: number
  /**
   * Days after a failed debit until the next debit is announced. After the last failed debit, the subscription is halted.
   * @default [1, 3, 5]
   */
  readonly retryAfterDays: readonly number[]
  /**
   * Subscriptions that a process bills at the same time, at most: 1 to 500. Each subscription has one call to the provider at a time. The
   * process starts with six subscriptions. The number grows while the provider answers, and falls when the provider does not answer, for
   * example because of a rate limit.
   * @default 32
   */
  readonly maxInFlight: number
}

export const DEFAULT_BILLING_POLICY: BillingPolicy = {
  noticeMs: 36 * 3_600_000,
  retryAfterDays: [1, 3, 5],
  maxInFlight: 32,
}

/** States of a mandate that never change again. */
const ENDED: readonly MandateRecord['state'][] = ['REVOKED', 'CANCELLED', 'EXPIRED', 'FAILED']

export const isMandateEnded = ({ state }: Pick<MandateRecord, 'state'>): boolean => ENDED.includes(state)

export const isSubscriptionEnded = ({ state }: SubscriptionRecord): boolean =>
  state === 'CANCELLED' || state === 'COMPLETED' || state === 'EXPIRED'

/** The largest bill that is known, in paise: the price with a surcharge, or the amount of the open cycle. */
export function nextBill({
  subscription,
  cycle,
  carried,
}: Pick<BillingFacts, 'subscription' | 'cycle' | 'carried'>): Paise {
  const next = subscription.amount + Math.max(carried, 0)
  return (cycle && cycle.outcome === undefined ? Math.max(next, cycle.amount) : next) as Paise
}
