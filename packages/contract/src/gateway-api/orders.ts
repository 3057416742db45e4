import type { Paise } from '../money.ts'
import type { MetaInfo } from '../provider/requests.ts'

/**
 * An order's life in the books. `CREATED`: written down, the provider not yet heard. The rest are the provider's own words.
 * Only ever forward: CREATED → PENDING → FAILED → COMPLETED (a late payment), never back.
 */
export type OrderState = 'CREATED' | 'PENDING' | 'FAILED' | 'COMPLETED'

export type Checkout = 'STANDARD' | 'CUSTOM'

/** What became of a completed order's money, beside the plain case. */
export type Resolution =
  /** Paid in time, or late under the policy `fulfil`: the merchant's handler ran, or will. */
  | 'fulfil'
  /** Paid after it had failed or expired, under the policy `refund`: the money goes back. */
  | 'late-refund'
  /** Another order of the same reference was paid first: the money goes back. */
  | 'duplicate-refund'

/** One order, as the console and the merchant's code see it. Payer data is masked. Times are epoch milliseconds. */
export interface Order {
  merchantOrderId: string
  /** The merchant's cart or invoice: one fulfilment per reference, however many orders it took. */
  reference: string
  checkout: Checkout
  amount: Paise
  state: OrderState
  resolution?: Resolution
  /** The provider's ids, once known. */
  orderId?: string
  transactionId?: string
  /** What was asked for, and what paid in the end. */
  paymentMode?: string
  instrument?: string
  rail?: string
  utr?: string
  /** `su****s@ybl` */
  payerVpa?: string
  errorCode?: string
  detailedErrorCode?: string
  metaInfo?: MetaInfo
  refundedAmount: Paise
  /** What may still be given back: paid, less done, less open. */
  refundableAmount: Paise
  /** Set when a person has to look: which rule stopped, and why. The order moves no further by itself. */
  needsReview?: { rule: string; reason: string; atMs: number }
  /** Parked because it was paid twice: what came in beyond the amount. */
  surplusAmount?: Paise
  createdAtMs: number
  updatedAtMs: number
  expiresAtMs?: number
  completedAtMs?: number
  /** When the reconciler looks next. */
  nextPollAtMs?: number
  /** Counts up with every change; two reads with the same version are the same order. */
  version: number
}

/** Filters of a list; all of them live in the page's address. */
export interface OrdersQuery {
  /** All orders that were made for one cart or invoice. */
  reference?: string
  /** One of the states, or `OPEN` for all that are not decided: CREATED and PENDING. */
  state?: string
  paymentMode?: string
  /** Only orders that a person has to look at. */
  needsReview?: string
  /** `true`: only open orders whose time is over, longer than any schedule explains. */
  delayed?: string
  fromMs?: string
  toMs?: string
  minAmount?: string
  maxAmount?: string
  /** `created` (default, newest first), `amount`, `updated`. */
  sort?: string
  /** Keyset cursor, as a former reply gave it. */
  after?: string
  /** Default 50, at most 500. */
  limit?: string
}

export interface Page<Row> {
  rows: Row[]
  /** Cursor of the next page; absent on the last. */
  next?: string
}
