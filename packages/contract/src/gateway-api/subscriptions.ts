import type { Paise } from '../money.ts'
import type { AmountType, Frequency } from '../provider/subscriptions.ts'

/** Length of a billing cycle. */
export type BillingFrequency = Exclude<Frequency, 'ON_DEMAND'>

/**
 * State of a subscription. `CREATED`: the payer has not approved the mandate yet. `ACTIVE`: cycles are billed. `PAST_DUE`: a debit failed
 * and will be repeated. `PAUSED`: the merchant or the payer paused the subscription. `HALTED`: nothing is billed until somebody acts;
 * `haltedFor` says why. `CANCELLED`: somebody ended the subscription. `COMPLETED`: the last cycle has passed. `EXPIRED`: the payer never
 * approved the mandate.
 */
export type SubscriptionState =
  | 'CREATED'
  | 'ACTIVE'
  | 'PAST_DUE'
  | 'PAUSED'
  | 'HALTED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'EXPIRED'

/** Every state of a subscription. */
export const SUBSCRIPTION_STATES: readonly SubscriptionState[] = [
  'CREATED',
  'ACTIVE',
  'PAST_DUE',
  'PAUSED',
  'HALTED',
  'CANCELLED',
  'COMPLETED',
  'EXPIRED',
]

/** Every length of a billing cycle. */
export const BILLING_FREQUENCIES: readonly BillingFrequency[] = [
  'DAILY',
  'WEEKLY',
  'FORTNIGHTLY',
  'MONTHLY',
  'BIMONTHLY',
  'QUARTERLY',
  'HALFYEARLY',
  'YEARLY',
]

/**
 * End of a cycle. `FAILED`: every debit failed, or the provider refused the announcements. `SKIPPED`: somebody left the cycle out.
 * `MISSED`: no debit could be made in time, because of a pause or an outage. `FREE`: a credit covered the price.
 */
export type CycleOutcome = 'PAID' | 'FAILED' | 'SKIPPED' | 'MISSED' | 'FREE'

/**
 * Why a subscription is halted. `debits-failed`: every repetition failed, or the provider refused the announcements. `mandate-ended`: the
 * payer or the bank revoked the mandate, the mandate was cancelled, or the provider no longer knows the mandate. `mandate-expires`: the
 * mandate ends before the next debit. `above-mandate`: the price is larger than the mandate permits.
 */
export type HaltReason = 'debits-failed' | 'mandate-ended' | 'mandate-expires' | 'above-mandate'

/** An offer that is billed once a cycle. */
export interface Plan {
  /** Id of the plan. */
  planId: string
  /** Name that the payer sees. */
  name: string
  /** Price of a cycle. In paise. */
  amount: Paise
  /** Length of a cycle. */
  frequency: BillingFrequency
  /** Free days before the first cycle. */
  trialDays: number
  /** Number of cycles; undefined: until somebody cancels. */
  cycles?: number
  /** Time of creation. Epoch milliseconds. */
  createdAtMs: number
  /** When the plan was taken off sale. Epoch milliseconds. */
  archivedAtMs?: number
}

/** The permission of the payer's bank that a subscription debits. */
export interface SubscriptionMandate {
  /** The merchant's id of the mandate at the provider. */
  merchantSubscriptionId: string
  /** State that the provider reported last. */
  state: string
  /** `FIXED`: each debit is `maxAmount`. */
  amountType: AmountType
  /** Largest debit. In paise. */
  maxAmount: Paise
  /** End of the mandate. Epoch milliseconds. */
  expiresAtMs?: number
}

/** One billing period of a subscription. */
export interface SubscriptionCycle {
  /** Number of the cycle, from 1. */
  number: number
  /** First instant of the period. Epoch milliseconds. */
  startsAtMs: number
  /** First instant of the next period. Epoch milliseconds. */
  endsAtMs: number
  /** Price. In paise. */
  amount: Paise
  /** End of the cycle; undefined while the cycle is open. */
  outcome?: CycleOutcome
  /** Ids of the orders that collected the price, oldest first. */
  merchantOrderIds: string[]
}

/** The subscription of one payer to a plan. */
export interface Subscription {
  /** Id of the subscription. */
  subscriptionId: string
  /** Id of the plan. */
  planId: string
  /** State. */
  state: SubscriptionState
  /** Why nothing is billed, when `state` is HALTED. */
  haltedFor?: HaltReason
  /** Price of the coming cycles. In paise. */
  amount: Paise
  /** Surcharge (positive) or credit (negative) of the next bill that is not announced yet. A refund can end both. In paise. */
  carried: number
  /** Length of a cycle. */
  frequency: BillingFrequency
  /** First day of the first cycle in India: `2026-11-22`. */
  startsOn: string
  /** The subscription ends after this number of cycles. */
  cycles?: number
  /** The pause of the billing; undefined for a payer's pause of the mandate in the UPI app. */
  pause?: {
    /** The party that paused. A payer can end only the payer's own pause. The merchant can end every pause. */
    by: 'merchant' | 'payer'
    /** Start of the pause. Epoch milliseconds. */
    sinceMs: number
    /** End of the pause; undefined: until somebody resumes the subscription. Epoch milliseconds. */
    untilMs?: number
  }
  /** A cancellation: at once, or at the end of the cycle in which somebody asked for the cancellation. */
  cancel?: {
    /** When the subscription ends. */
    at: 'now' | 'cycle-end'
    /** When somebody asked for the cancellation. Epoch milliseconds. */
    sinceMs: number
    /** With `cycle-end`: the end of that cycle, or of the trial. Epoch milliseconds. */
    endsAtMs?: number
  }
  /** The mandate that is debited. */
  mandate: SubscriptionMandate
  /** The newest cycle that was opened. */
  cycle?: SubscriptionCycle
  /** When the next step is due: an announcement, a debit, a question to the provider. Epoch milliseconds; undefined when nothing is planned. */
  nextActionAtMs?: number
  /** Time of creation. Epoch milliseconds. */
  createdAtMs: number
}

/** A plan to create. The terms of a plan never change: sell a new plan instead. */
export interface CreatePlan {
  /** Your id of the plan: 1 to 40 letters, digits, `_` or `-`. */
  planId: string
  /** Name that the payer sees: 1 to 100 characters. */
  name: string
  /** Price of a cycle, at least ₹1. In paise. */
  amount: Paise
  /** Length of a cycle. */
  frequency: BillingFrequency
  /** Free days before the first cycle: 0, or 2 to 365. @default 0 */
  trialDays?: number
  /** Number of cycles. @default until somebody cancels */
  cycles?: number
}

/** The payer of a subscription, for messages. Stored encrypted when there are data keys, and erased with the payer's other data. */
export interface SubscriptionPayer {
  /** Name. */
  name?: string
  /** E-mail address. */
  email?: string
  /** Phone number: ten digits, or with country code. Stored with country code: `+919000000001`. */
  phoneNumber?: string
}

/** A subscription to start. */
export interface StartSubscription {
  /**
   * Your id: 1 to 40 letters, digits, `_` or `-`. A second call with the same id and parameters returns the same subscription.
   * @default made by the gateway
   */
  subscriptionId?: string
  /** The plan. */
  planId: string
  /** Page to which the payer returns from the provider. */
  redirectUrl: string
  /** The payer. */
  payer?: SubscriptionPayer
  /** Largest debit that the payer permits, which the payer sees. In paise. @default the price of the plan */
  maxAmount?: Paise
}

/** A mandate that exists at the provider already, to bill from now on. */
export interface ImportMandate {
  /**
   * Your id of the new subscription: 1 to 40 letters, digits, `_` or `-`. A second call with the same id and parameters returns the same
   * subscription.
   */
  subscriptionId: string
  /** The plan. The price of the plan is within the maximum of the mandate, and both have the same frequency. */
  planId: string
  /** Your id of the mandate at the provider. */
  merchantSubscriptionId: string
  /** Your id of the order on whose hosted page the payer approved the mandate. */
  setupOrderId: string
  /** First day of the first cycle that the gateway debits, in India, from today on: `2026-11-22`. Earlier cycles were billed elsewhere. */
  nextCycleOn: string
  /** Number of cycles that are not billed yet; needed for a plan with a number of cycles. */
  cyclesLeft?: number
  /** The payer. */
  payer?: SubscriptionPayer
}

/** A started subscription. */
export interface StartedSubscription {
  /** The subscription. */
  subscription: Subscription
  /** Opens this one subscription to the payer's browser, for a day. */
  payerToken: string
  /** Page of the provider on which the payer approves the mandate; undefined after the approval. */
  redirectUrl?: string
}

/** A new mandate for an old subscription. */
export interface RenewMandate {
  /** Page to which the payer returns from the provider. */
  redirectUrl: string
  /** Largest debit that the payer permits. In paise. @default the maximum of the previous mandate, or the price if the price is larger */
  maxAmount?: Paise
}

/** A new price of the coming cycles. */
export interface ChangeAmount {
  /** Price of the coming cycles. In paise. */
  amount: Paise
  /** True when the next bill that is not announced yet also charges or gives back the difference for the rest of the paid cycle. @default false */
  prorate?: boolean
}

/** A page of the list of plans. */
export interface ListPlans {
  /** `next` of the previous page. */
  after?: string
  /** Plans on a page: 1 to 500. @default 50 */
  limit?: number
}

/** `ListPlans` in the query string of `GET /plans`: every value is text. */
export interface PlansQuery {
  /** `next` of the previous page. */
  after?: string
  /** Plans on a page: 1 to 500. @default 50 */
  limit?: string
}

/** Filters of a list of subscriptions. */
export interface ListSubscriptions {
  /** State. */
  state?: SubscriptionState
  /** Plan. */
  planId?: string
  /** `next` of the previous page. */
  after?: string
  /** Subscriptions on a page: 1 to 500. @default 50 */
  limit?: number
}

/** `ListSubscriptions` in the query string of `GET /subscriptions`: every value is text. */
export interface SubscriptionsQuery {
  /** State: `PAST_DUE`. */
  state?: string
  /** Plan. */
  planId?: string
  /** `next` of the previous page. */
  after?: string
  /** Subscriptions on a page: 1 to 500. @default 50 */
  limit?: string
}

/** A pause of a subscription. */
export interface PauseSubscription {
  /** When the subscription continues automatically. Epoch milliseconds. @default when somebody resumes the subscription */
  untilMs?: number
}

/** A cycle to leave out. */
export interface SkipCycle {
  /** Number of the cycle: the open cycle, or the cycle after the newest cycle. @default the next unpaid cycle */
  cycle?: number
}

/** A cancellation of a subscription. */
export interface CancelSubscription {
  /** `cycle-end`: the paid cycle runs to its end, and nothing more is debited. @default 'now' */
  at?: 'now' | 'cycle-end'
}
