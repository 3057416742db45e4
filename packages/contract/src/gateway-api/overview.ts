import type { Paise } from '../money.ts'
import type { ProviderHealth } from './provider-health.ts'
import type { Counted } from './settlements.ts'

/** Totals and series of a time span. */
export interface Overview {
  /** As asked for; of a span longer than 12 hours, the start of its half hour. */
  fromMs: number
  toMs: number
  /** Interval of the series in milliseconds; intervals without orders or calls are left out. */
  stepMs: number
  grossVolume: Paise
  orders: number
  completed: number
  /** All that ended unpaid, with `expired` and `cancelled`. */
  failed: number
  /** Not paid in time. */
  expired: number
  /** Cancelled by the payer or the merchant. */
  cancelled: number
  pending: number
  /** Orders that the provider knows: the payer could begin to pay. */
  opened: number
  /** Orders with at least one payment attempt: a QR code that was shown is one as well. */
  attempted: number
  /** Payment attempts that ended, without cancelled ones. */
  attempts: number
  /** Payment attempts that were paid. */
  paidAttempts: number
  /** Failed orders by failure code, most first, at most 20. `code` is empty where the provider gave none. */
  failures: { code: string; orders: number }[]
  /** Open for more than a minute past the expiry. */
  delayed: number
  /** Orders that need review. */
  needsReview: number
  /** The amount that the orders in review owe their payers. */
  owedInReview: Paise
  /** Refunds that need review. */
  refundsInReview: number
  /** Orders that were paid late or twice, need no review, and owe their payer an amount for which no refund is under way. */
  owed: number
  /** This amount, of all of them. */
  owedAmount: Paise
  /** Disputes that the merchant has to answer. */
  disputesToAnswer: number
  /** Findings about settlements, as the last hourly check counted them. */
  settlementFindings: number
  /** The provider's last health report, while it counts. */
  providerHealth?: ProviderHealth
  /** Refunds that wait for the approval of a second person. */
  refundsToApprove: number
  /** Their amount: reserved, and sent to no one yet. */
  refundsToApproveAmount: Paise
  /** Event deliveries whose attempts are used up. */
  failedDeliveries: number
  /** Event deliveries that have failed and are tried again; counted up to 1,000. */
  retriedDeliveries: number
  refunded: Paise
  /** Refunds that are neither completed nor failed, whenever they were requested. */
  refundsOpen: number
  refundsOpenAmount: Paise
  /**
   * Orders by the mode of the payment, or of the latest attempt; attempts by their own mode. `topFailure`: the most frequent failure code
   * of the orders.
   */
  byPaymentMode: {
    paymentMode: string
    completed: number
    failed: number
    pending: number
    amount: Paise
    attempts: number
    paidAttempts: number
    topFailure?: { code: string; orders: number }
  }[]
  series: { atMs: number; completed: number; failed: number; pending: number; amount: Paise }[]
  provider: { atMs: number; calls: number; errors: number; medianMs: number; p95Ms: number }[]
  /** Calls that the provider does not answer as it should, in the last ten minutes. */
  failingCalls: FailingCalls[]
}

/** The same weekday and hours of the last four weeks. */
export interface UsualFigures {
  /** Weeks that are compared, 0 to 4: those since the first order. The figures of 0 weeks are 0. */
  weeks: number
  /** Average of a week, in paise. */
  grossVolume: Paise
  /** Average of a week. */
  orders: number
  /** Average of a week. */
  completed: number
  /** Payment attempts of all these weeks that ended, without cancelled ones, and those that were paid. */
  byPaymentMode: { paymentMode: string; attempts: number; paidAttempts: number }[]
}

/** Money from the provider to the merchant's bank. */
export interface Payouts {
  /** No settlement is known: then the amounts say nothing. */
  none?: true
  /** In the span, as it became known. */
  paidOut: Paise
  /** Settlements that are known and not paid out. */
  onTheWay: Counted
}

/** Calls of one kind, of which some failed at the provider or on the way to it. */
export interface FailingCalls {
  endpoint: string
  calls: number
  failed: number
}
