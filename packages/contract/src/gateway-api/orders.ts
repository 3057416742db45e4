import type { Paise } from '../money.ts'
import type { InstrumentType, RailType } from '../provider/instrument.ts'
import type { PaymentModeType } from '../provider/payment-mode.ts'
import type { MetaInfo } from '../provider/requests.ts'

/**
 * State of an order. `CREATED`: the order is stored, and the provider has not confirmed the order yet. The other states are the provider's.
 * Transitions: CREATED → PENDING → COMPLETED or FAILED. A late payment moves FAILED to COMPLETED; nothing leaves COMPLETED. An order that
 * the gateway had given up has the `errorCode` NEVER_OPENED, NOT_SENT, REFUSED or CANCELLED. Such an order moves back to PENDING if the
 * provider turns out to know the order.
 */
export type OrderState = 'CREATED' | 'PENDING' | 'FAILED' | 'COMPLETED'

/**
 * Where the payer pays. `STANDARD`: on the provider's hosted page. `CUSTOM`: on a page of the merchant. `MOBILE`: in the merchant's app,
 * with the provider's mobile SDK. `MOBILE_CUSTOM`: in the app too, by an order of the custom checkout. `LINK`: on the provider's page,
 * through a payment link. The other values belong to subscriptions.
 */
export type Checkout = PageCheckout | MobileCheckout | 'LINK' | BillingCheckout

/**
 * Orders of a subscription. `MANDATE`: the payer approves the mandate and pays the first bill. `MANDATE_CHECK`: the payer approves the
 * mandate; the provider takes and returns ₹2, so nothing is booked. `DEBIT`: one debit under the mandate.
 */
export type BillingCheckout = 'MANDATE' | 'MANDATE_CHECK' | 'DEBIT'

/** Checkouts whose payer pays on a page. */
export type PageCheckout = 'STANDARD' | 'CUSTOM'

/** Checkouts whose payer pays in the provider's mobile SDK. */
export type MobileCheckout = 'MOBILE' | 'MOBILE_CUSTOM'

/** The decision about the payment of a completed order. */
export type Resolution =
  /** Deliver: paid in time, or late under the policy `fulfil`. */
  | 'fulfil'
  /** Refunded: the order was paid after it had failed or expired, under the policy `refund`; or the reference now has another amount. */
  | 'late-refund'
  /** Refunded: another order of the same reference was paid first. */
  | 'duplicate-refund'

/** The reason why an order needs review. */
export type ReviewReason =
  /** The response names another `merchantOrderId`. */
  | 'wrong-order'
  /**
   * The provider had an order with this id before the order was started here. The API key that started the order may not import the older
   * order. Or it is not known whether the payment was refunded before a restore.
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
   * The provider has reported no final state of the order 72 hours after its expiry. Or the provider reports the order as paid (`theirs` is
   * `COMPLETED`), and does not say whether the payment was refunded automatically before a restore. The review ends automatically when the
   * provider does.
   */
  | 'undecided'
  /** The stored review cannot be read, as after a change of the database by hand. */
  | 'unreadable'

/** A finding about an order in review: a code and its parameters, without payer data. The console shows the finding as a sentence. */
export interface ReviewFinding {
  /** The code of the finding. */
  readonly code: ReviewReason
  /** Stable name of the finding: the same finding has the same key. A person is not asked again about a resolved key. */
  readonly key: string
  /** The stored value: an id, a time (ISO 8601), or an amount in paise. */
  readonly ours?: string | number
  /** The provider's value: an id, a currency, a time, a state as sent, or an amount in paise; absent when the provider reports no value. */
  readonly theirs?: string | number
  /** The number of completed attempts; only for `paid-twice`. */
  readonly payments?: number
  /** The sum of the completed attempts without a transactionId, which `surplusAmount` does not contain. In paise; only for `paid-twice`. */
  readonly unnamedAmount?: number
  /**
   * The number of `payments` without a transactionId; only for `paid-twice`. If the amount of such a payment cannot be read,
   * `unnamedAmount` leaves this payment out.
   */
  readonly unnamedPayments?: number
  /** The refund that failed; only for `automatic-refund-failed`. */
  readonly merchantRefundId?: string
  /** The provider's code, or `EXCEEDS_PAID`, `ID_TAKEN` or `OTHER_PAYMENT_REFUNDED` of the gateway; only for `automatic-refund-failed`. */
  readonly errorCode?: string
}

/** The review of an order. The order does not change until a person resolves the review. */
export interface Review {
  /** Code of the first finding. */
  readonly reason: ReviewReason
  /** The findings, oldest first. */
  readonly findings: readonly ReviewFinding[]
  /** Start of the review. Epoch milliseconds. */
  readonly sinceMs: number
}

/** The latest payment attempt of an order. */
export interface LatestAttempt {
  /**
   * State of the attempt. `PENDING`: the payer or the bank has not decided yet, so another payment may be a second payment. A `UPI_QR` code
   * that was only shown is `PENDING`, too.
   */
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The provider's code of a failed attempt. */
  errorCode?: string
  /** The provider's more precise error code. */
  detailedErrorCode?: string
}

/** The card that paid, as far as the provider reports the card. */
export interface PaidCard {
  /** Card network, such as `VISA` or `RUPAY`. The provider may add networks, so handle unknown values. */
  network?: string
  /** The last four digits. */
  last4?: string
}

/** One order, with masked payer data, for the console and the merchant's code. */
export interface Order {
  /** Your id of the order, by which the provider identifies the order too. */
  merchantOrderId: string
  /** Your cart or invoice. At most one order of a reference is fulfilled. */
  reference: string
  /** Where the payer pays. */
  checkout: Checkout
  /** Requested amount, in paise. */
  amount: Paise
  /** State of the order. */
  state: OrderState
  /** The decision about the payment. Set once the order is COMPLETED. */
  resolution?: Resolution
  /** The provider's id of the order, once known. */
  orderId?: string
  /** The provider's id of the payment attempt that paid, otherwise of the latest attempt. */
  transactionId?: string
  /**
   * Payment mode of the attempt `transactionId`; before the first attempt, the mode that the payer chose. The provider may add modes, so
   * handle unknown values.
   */
  paymentMode?: PaymentModeType | (string & {})
  /** Source of the money. The provider may add instruments, so handle unknown values. */
  instrument?: InstrumentType | (string & {})
  /** The card that paid; absent for other payments, and after erasure. */
  card?: PaidCard
  /** Network that carried the payment. The provider may add rails, so handle unknown values. */
  rail?: RailType | (string & {})
  /** Bank reference number of a UPI payment. */
  utr?: string
  /** The payer's UPI id, masked: `su****s@ybl`. For an unpaid order, the UPI id to which a collect request was sent. */
  payerVpa?: string
  /** The provider's code of a failed order, or `NEVER_OPENED`, `NOT_SENT`, `REFUSED`, `CANCELLED` of the gateway. */
  errorCode?: string
  /** The provider's more precise error code. */
  detailedErrorCode?: string
  /** The latest payment attempt of an open order, in the last report of the provider. Absent before the first attempt. */
  latestAttempt?: LatestAttempt
  /**
   * Number of polls in a row that the provider did not answer, at least 1 after any unanswered check. The provider may know a newer state.
   * Absent after an answer.
   */
  unansweredPolls?: number
  /** `metaInfo` of `orders.start`, unchanged. */
  metaInfo?: MetaInfo
  /** The URL of the payment link. Set only while the link can be paid. */
  linkUrl?: string
  /** Time of the last reminder to the payer of a link. Epoch milliseconds. */
  remindedAtMs?: number
  /** Sum of completed refunds, in paise. */
  refundedAmount: Paise
  /** The amount that may still be refunded, in paise: the amount paid less completed and open refunds. */
  refundableAmount: Paise
  /**
   * The amount that was paid out beyond the amount received, in paise. For example, a refund in the provider's dashboard can cause this
   * difference. Absent without a difference.
   */
  overdrawnAmount?: Paise
  /** The review. Set while the order needs review. */
  needsReview?: Review
  /** The amount received beyond `amount`, less `surplusRefundedAmount`, in paise. Set only with the review reason `paid-twice`. */
  surplusAmount?: Paise
  /** The sum of the refunds that count as refunds of the second payment, in paise. Set only with the review reason `paid-twice`. */
  surplusRefundedAmount?: Paise
  /** Time of creation. Epoch milliseconds. */
  createdAtMs: number
  /** Time of the last change. Epoch milliseconds. */
  updatedAtMs: number
  /** Expiry of the order. Epoch milliseconds. */
  expiresAtMs?: number
  /** When the order was paid: the provider's time of the payment, or `completedAtMs` if that is earlier or the provider sent no time. Epoch milliseconds. */
  paidAtMs?: number
  /** When the gateway learned that the order is COMPLETED. Epoch milliseconds. */
  completedAtMs?: number
  /** When the gateway checks the status next. Epoch milliseconds. */
  nextPollAtMs?: number
  /** Version of the order, which increases with every change. Equal versions mean equal orders. */
  version: number
}

/** Filters and page of `orders.list()`. Filters are combined with AND. */
export interface ListOrders {
  /** Only orders of this cart or invoice. */
  reference?: string
  /** One state, or `OPEN` for CREATED and PENDING. */
  state?: OrderState | 'OPEN'
  /** Only orders with this payment mode, of the attempt that paid or of the latest attempt. */
  paymentMode?: PaymentModeType | (string & {})
  /**
   * Only failed orders with this failure code or group of codes. The groups are `EXPIRED`, `CANCELLED`, and `DECLINED` for all other codes.
   */
  failure?: string
  /** `true`: only orders that need review. */
  needsReview?: boolean
  /** `true`: only open orders that are more than a minute past their expiry. */
  delayed?: boolean
  /** `true`: only orders with money owed to the payer: unrefunded late and duplicate payments, and second payments in review. */
  owed?: boolean
  /** Only orders created at this time or later. Epoch milliseconds. */
  fromMs?: number
  /** Only orders created before this time. Epoch milliseconds. */
  toMs?: number
  /** Smallest amount, inclusive. Paise. */
  minAmount?: number
  /** Largest amount, inclusive. Paise. */
  maxAmount?: number
  /** Field that sorts the list, in descending order. @default 'created' */
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
  /** Cursor of the next page: pass the cursor as `after`. Absent on the last page. */
  next?: string
}
