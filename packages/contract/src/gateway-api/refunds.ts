import type { Paise } from '../money.ts'
import type { RefundState as ProviderRefundState } from '../provider/states.ts'

/** `REQUESTED`: stored, the provider has not confirmed it yet. The other states are the provider's. */
export type RefundState = 'REQUESTED' | ProviderRefundState

/** Who requested a refund. */
export type RefundOrigin =
  /** A person, in the console. */
  | 'console'
  /** The merchant's code: `refunds.request()` or the merchant API. */
  | 'api'
  /** The gateway: the order was paid after it had failed or expired. */
  | 'late-payment'
  /** The gateway: the order or its reference was paid more than once. */
  | 'duplicate'
  /** Somebody outside the gateway, such as in the provider's dashboard. */
  | 'elsewhere'

/** One refund. */
export interface Refund {
  /** Your id of the refund, also the provider's key for it. */
  merchantRefundId: string
  /** The paid order. */
  merchantOrderId: string
  /** In paise. */
  amount: Paise
  /** State of the refund. */
  state: RefundState
  /** The provider's id of the refund, once known. */
  refundId?: string
  /** Who requested it. */
  origin: RefundOrigin
  /** As it was given with the request; not sent to the provider. */
  note?: string
  /** The provider's code of a failed refund. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** Bank reference number of the payout. */
  utr?: string
  /** The reply to the request was lost. The gateway checks the status under the same id; the amount stays reserved. */
  inDoubt: boolean
  /** How often the request was sent to the provider. */
  attempts: number
  /** Epoch milliseconds. */
  createdAtMs: number
  /** Epoch milliseconds. */
  updatedAtMs: number
  /** When the gateway sends it or checks its status next. Epoch milliseconds. */
  nextPollAtMs?: number
  /** Increases with every change. */
  version: number
}

/** A refund to request. */
export interface RequestRefund {
  /** Choose it once for each decision to refund: the same id and amount is the same refund. 1 to 63 letters, digits, `_` or `-`. */
  merchantRefundId: string
  /** In paise; at most the order's `refundableAmount`. */
  amount: Paise
  /** For your records, at most 500 characters. */
  note?: string
}

/** Filters and page of `refunds.list()`, newest first. Filters are combined with AND. */
export interface ListRefunds {
  /** One state, or `OPEN` for all that are neither COMPLETED nor FAILED. */
  state?: RefundState | 'OPEN'
  /** Only refunds of this order. */
  merchantOrderId?: string
  /** Cursor: `next` of the page before, with the same filters. */
  after?: string
  /** Rows of a page, 1 to 500. @default 50 */
  limit?: number
}

/** `ListRefunds` in the query string of `GET /refunds`: every value is text. */
export interface RefundsQuery {
  /** One state, or `OPEN` for all that are neither COMPLETED nor FAILED. */
  state?: string
  merchantOrderId?: string
  after?: string
  /** 1 to 500, default 50. */
  limit?: string
}
