import type { Paise } from '../money.ts'
import type { InstrumentType, RailType } from '../provider/instrument.ts'
import type { PaymentModeType } from '../provider/payment-mode.ts'
import type { MetaInfo } from '../provider/requests.ts'

/**
 * State of an order. `CREATED`: stored, the provider has not confirmed it yet. The other states are the provider's.
 * Transitions: CREATED → PENDING → COMPLETED or FAILED. A late payment moves FAILED to COMPLETED; nothing leaves COMPLETED. An order
 * that the gateway had given up (`errorCode` NEVER_OPENED, NOT_SENT, REFUSED or CANCELLED) moves back to PENDING when the provider knows it after all.
 */
export type OrderState = 'CREATED' | 'PENDING' | 'FAILED' | 'COMPLETED'

/**
 * `STANDARD`: the payer pays on the provider's hosted page. `CUSTOM`: on a page of the merchant. `MOBILE`: in the merchant's app, with the provider's
 * mobile SDK. `MOBILE_CUSTOM`: the same with an order of the custom checkout. `LINK`: on the provider's page, by a link that was sent. The others belong
 * to a subscription.
 */
export type Checkout = PageCheckout | MobileCheckout | 'LINK' | BillingCheckout

/**
 * Orders of a subscription. `MANDATE`: the payer approves the mandate and pays the first bill. `MANDATE_CHECK`: the payer approves the mandate; ₹2 are
 * taken and returned by the provider, so nothing is booked. `DEBIT`: one debit under the mandate.
 */
export type BillingCheckout = 'MANDATE' | 'MANDATE_CHECK' | 'DEBIT'

/** Checkouts whose payer pays on a page. */
export type PageCheckout = 'STANDARD' | 'CUSTOM'

/** Checkouts whose payer pays in the provider's mobile SDK. */
export type MobileCheckout = 'MOBILE' | 'MOBILE_CUSTOM'

/** The fate of a completed order's money. */
export type Resolution =
  /** Deliver: paid in time, or late under the policy `fulfil`. */
  | 'fulfil'
  /** Refunded: paid after it had failed or expired, under the policy `refund`; or its reference now has another amount. */
  | 'late-refund'
  /** Refunded: another order of the same reference was paid first. */
  | 'duplicate-refund'

/** Why an order needs review. */
export type ReviewReason =
  /** The response names another `merchantOrderId`. */
  | 'wrong-order'
  /**
   * The provider had an order with this id before it was started here. The API key that started it may not import it, or it is not known
   * whether its payment was refunded before a restore.
   */
  | 'id-in-use'
  /** The provider's amount differs from the stored amount. */
  | 'amount-mismatch'
  /** The provider's currency is not INR. */
  | 'currency-mismatch'
  /** The provider's `orderId` differs from its earlier `orderId`. */
  | 'order-id-mismatch'
  /** The provider sent a state that this version does not know. */
  | 'unknown-state'
  /** The order was paid before the expiry that the provider stated first, and after the expiry that it states now. */
  | 'expiry-mismatch'
  /** More than one payment attempt of the order is completed. */
  | 'paid-twice'
  /** The amount of the completed attempt differs from the order's amount, or from the amount that was reported before. */
  | 'short-payment'
  /** The provider reported the order or a payment as COMPLETED, and now reports the order, or an accepted second payment, as FAILED. */
  | 'contradiction'
  /** An automatic refund of the gateway failed. */
  | 'automatic-refund-failed'
  /**
   * The provider has reported no final state of the order 72 hours after its expiry; or reports it as paid (`theirs` is `COMPLETED`) and does not say whether the
   * payment was refunded automatically before, as before a restore. Ends automatically when it does.
   */
  | 'undecided'
  /** The stored review cannot be read, as after a change of the database by hand. */
  | 'unreadable'

/** A finding about an order in review: a code and its parameters. The console writes the sentence. Holds no payer data. */
export interface ReviewFinding {
  /** The code of the finding. */
  readonly code: ReviewReason
  /** Stable name of the finding: the same finding has the same key. A person is not asked again about a resolved key. */
  readonly key: string
  /** The stored value: an id, a time (ISO 8601), or an amount in paise. */
  readonly ours?: string | number
  /** The provider's value: an id, a currency, a time, a state as sent, or an amount in paise; absent when the provider reports none. */
  readonly theirs?: string | number
  /** The number of completed attempts; only for `paid-twice`. */
  readonly payments?: number
  /** The sum of the completed attempts without a transactionId, which `surplusAmount` does not contain. In paise; only for `paid-twice`. */
  readonly unnamedAmount?: number
  /**
   * The number of `payments` without a transactionId; only for `paid-twice`. If the amount of such a payment cannot be read,
   * `unnamedAmount` does not contain the amount.
   */
  readonly unnamedPayments?: number
  /** The refund; only for `automatic-refund-failed`. */
  readonly merchantRefundId?: string
  /** The provider's code, or `EXCEEDS_PAID`, `ID_TAKEN` or `OTHER_PAYMENT_REFUNDED` of the gateway; only for `automatic-refund-failed`. */
  readonly errorCode?: string
}

/** An order stops changing until a person resolves its review. */
export interface Review {
  /** Code of the reason: that of the first finding. */
  readonly reason: ReviewReason
  /** The findings, in the order of time. */
  readonly findings: readonly ReviewFinding[]
  /** Epoch milliseconds. */
  readonly sinceMs: number
}

/** The latest payment attempt of an order. */
export interface LatestAttempt {
  /** `PENDING`: the payer or the bank has not decided yet, so another payment may be a second payment. A `UPI_QR` code that was only shown is `PENDING`, too. */
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The provider's code of a failed attempt. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
}

/** The card that paid, as far as the provider reports the card. */
export interface PaidCard {
  /** `VISA`, `RUPAY`. Providers add networks, so handle others. */
  network?: string
  /** The last four digits. */
  last4?: string
}

/** One order as the console and the merchant's code read it. Payer data is masked. */
export interface Order {
  /** Your id of the order, also the provider's key for it. */
  merchantOrderId: string
  /** Your cart or invoice. At most one order of a reference is fulfilled. */
  reference: string
  /** Where the payer pays. */
  checkout: Checkout
  /** Requested amount, in paise. */
  amount: Paise
  /** State of the order. */
  state: OrderState
  /** Set once the order is COMPLETED. */
  resolution?: Resolution
  /** The provider's id of the order, once known. */
  orderId?: string
  /** The provider's id of the payment attempt that paid, otherwise of the latest attempt. */
  transactionId?: string
  /** Mode of that attempt; before the first attempt, the mode that the payer chose. Providers add modes, so handle others. */
  paymentMode?: PaymentModeType | (string & {})
  /** Source of the money. Providers add instruments, so handle others. */
  instrument?: InstrumentType | (string & {})
  /** The card that paid; absent for other payments, and after erasure. */
  card?: PaidCard
  /** Network that carried the payment. Providers add rails, so handle others. */
  rail?: RailType | (string & {})
  /** Bank reference number of a UPI payment. */
  utr?: string
  /** The payer's UPI id, masked: `su****s@ybl`. For an unpaid order, the UPI id to which a collect request was sent. */
  payerVpa?: string
  /** The provider's code of a failed order, or `NEVER_OPENED`, `NOT_SENT`, `REFUSED`, `CANCELLED` of the gateway. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The latest payment attempt of an open order, as the provider last reported it; absent before the first attempt. */
  latestAttempt?: LatestAttempt
  /**
   * Polls in a row that the provider did not answer, at least 1 after any unanswered check: the provider may have news. Absent after an
   * answer.
   */
  unansweredPolls?: number
  /** `metaInfo` of `orders.start`, unchanged. */
  metaInfo?: MetaInfo
  /** The URL of a payment link; only while the link can be paid. */
  linkUrl?: string
  /** Time of the last reminder to the payer of a link. Epoch milliseconds. */
  remindedAtMs?: number
  /** Sum of completed refunds, in paise. */
  refundedAmount: Paise
  /** The amount that may still be refunded, in paise: the amount paid less completed and open refunds. */
  refundableAmount: Paise
  /** Set while more was paid out than came in, for example through refunds in the provider's dashboard: the difference, in paise. */
  overdrawnAmount?: Paise
  /** Set while the order needs review. */
  needsReview?: Review
  /** Only with the review reason `paid-twice`: received beyond `amount`, less `surplusRefundedAmount`, in paise. */
  surplusAmount?: Paise
  /** Only with the review reason `paid-twice`: refunds that count as refunds of the second payment, in paise. */
  surplusRefundedAmount?: Paise
  /** Epoch milliseconds. */
  createdAtMs: number
  /** Epoch milliseconds. */
  updatedAtMs: number
  /** Epoch milliseconds. */
  expiresAtMs?: number
  /** When the order was paid: the provider's time of the payment, or `completedAtMs` if that is earlier or the provider sent no time. Epoch milliseconds. */
  paidAtMs?: number
  /** When the gateway learned that the order is COMPLETED. Epoch milliseconds. */
  completedAtMs?: number
  /** When the gateway checks the status next. Epoch milliseconds. */
  nextPollAtMs?: number
  /** Increases with every change: equal versions mean equal orders. */
  version: number
}

/** Filters and page of `orders.list()`. Filters are combined with AND. */
export interface ListOrders {
  /** Only orders of this cart or invoice. */
  reference?: string
  /** One state, or `OPEN` for CREATED and PENDING. */
  state?: OrderState | 'OPEN'
  /** Mode of the attempt that paid, or of the latest attempt. */
  paymentMode?: PaymentModeType | (string & {})
  /** Failed orders only: one failure code, or a group of codes: `EXPIRED`, `CANCELLED`, or `DECLINED` for all others. */
  failure?: string
  /** `true`: only orders that need review. */
  needsReview?: boolean
  /** `true`: only open orders that should have been decided: more than a minute past their expiry. */
  delayed?: boolean
  /** `true`: only orders with money owed to the payer: unrefunded late and duplicate payments, and second payments in review. */
  owed?: boolean
  /** Created at this time or later. Epoch milliseconds. */
  fromMs?: number
  /** Created before this time. Epoch milliseconds. */
  toMs?: number
  /** In paise, inclusive. */
  minAmount?: number
  /** In paise, inclusive. */
  maxAmount?: number
  /** Descending. @default 'created' */
  sort?: 'created' | 'amount' | 'updated'
  /** Cursor: `next` of the previous page, with the same filters and `sort`. */
  after?: string
  /** Rows of a page, 1 to 500. @default 50 */
  limit?: number
}

/** `ListOrders` in the query string of `GET /orders`: every value is text. */
export interface OrdersQuery {
  reference?: string
  /** One state, or `OPEN` for CREATED and PENDING. */
  state?: string
  paymentMode?: string
  /** A failure code, or `EXPIRED`, `CANCELLED`, `DECLINED`. */
  failure?: string
  /** `true` or `false`. */
  needsReview?: string
  /** `true` or `false`. */
  delayed?: string
  /** `true` or `false`. */
  owed?: string
  /** Epoch milliseconds. */
  fromMs?: string
  /** Epoch milliseconds. */
  toMs?: string
  /** Paise. */
  minAmount?: string
  /** Paise. */
  maxAmount?: string
  /** `created` (default), `amount` or `updated`; descending. */
  sort?: string
  after?: string
  /** 1 to 500, default 50. */
  limit?: string
}

/** One page of a list. */
export interface Page<Row> {
  /** Rows of this page. */
  rows: Row[]
  /** Cursor of the next page: pass it as `after`. Absent on the last page. */
  next?: string
}
