import type { Paise } from '../money.ts'
import type { LedgerGroup } from './finance.ts'
import type { RefundOrigin } from './refunds.ts'

/**
 * Accounts of an order. Money that comes in is debited to `payments` and credited to `available`; a refund moves it on to `held`
 * while it is open, and to `refunded` once it is completed. Money that left beyond what came in, as by the provider's dashboard, is debited to
 * `overdrawn`: no balance is below 0, and what came in is `available`, `held` and `refunded` less `overdrawn`.
 */
export type LedgerAccount = 'payments' | 'available' | 'held' | 'refunded' | 'overdrawn'

/** The kind of transfer that an entry records. */
export type LedgerKind =
  /** A payment was received: payments → available. */
  | 'capture'
  /** A refund was requested: available → held. */
  | 'refund-hold'
  /** The refund is completed: held → refunded. */
  | 'refund-posted'
  /** The refund has failed: held → available. */
  | 'hold-released'
  /** A completed refund turned out not to be: refunded → held. */
  | 'refund-reversed'
  /** More has left than came in: overdrawn → available. */
  | 'overdraft'
  /** It has come back, or turned out not to have left: available → overdrawn. */
  | 'overdraft-returned'

/** One transfer of the ledger. It is never changed; a correction is another transfer. */
export interface LedgerEntry {
  /** Increases with every transfer. */
  entryId: number
  /** When it was posted. Epoch milliseconds. */
  atMs: number
  /** When the money moved: of a capture the provider's time of the payment, where it sent one; otherwise `atMs`. Epoch milliseconds. */
  valueAtMs: number
  /** The kind of transfer. */
  kind: LedgerKind
  /** Account that the amount leaves. */
  debitAccount: LedgerAccount
  /** Account that the amount enters. */
  creditAccount: LedgerAccount
  /** In paise, more than 0. */
  amount: Paise
  /** The order whose accounts change. */
  merchantOrderId: string
  /** The refund that it belongs to; absent for a capture. */
  merchantRefundId?: string
  /** The payment attempt, if the provider reported one; only for a capture. */
  transactionId?: string
  /** The origin of the refund. `late-payment` and `duplicate` are automatic. */
  origin?: RefundOrigin
}

/**
 * Title of each kind, and the factor by which its amount changes the money that was collected minus the money that was refunded:
 * a payment adds its amount, a completed refund subtracts its amount, and a reversed refund adds its amount again. A hold or a release changes nothing.
 */
export const LEDGER_KINDS: { readonly [Kind in LedgerKind]: { readonly title: string; readonly sign: 1 | 0 | -1 } } = {
  capture: { title: 'Payment received', sign: 1 },
  'refund-hold': { title: 'Held for a refund', sign: 0 },
  'refund-posted': { title: 'Refunded', sign: -1 },
  'hold-released': { title: 'Refund failed, released', sign: 0 },
  'refund-reversed': { title: 'Refund taken back', sign: 1 },
  overdraft: { title: 'Refunded beyond what was paid', sign: 0 },
  'overdraft-returned': { title: 'Covered again', sign: 0 },
}

/** Filters and page of `ledger.list()`, oldest first. Filters are combined with AND. */
export interface ListLedger {
  /** Only transfers of this order. */
  merchantOrderId?: string
  /** Only payments (`collected`), refunds paid out (`refunded`), or those of them that the gateway made automatically (`automatic`). */
  group?: LedgerGroup
  /**
   * The time by which transfers are filtered and sorted: when they were `posted`, so that a transfer never appears before one that was
   * read, or when the money moved (`value`), as on the finance page. @default 'posted'
   */
  by?: 'posted' | 'value'
  /** At this time or later. Epoch milliseconds. */
  fromMs?: number
  /** Before this time. Epoch milliseconds. */
  toMs?: number
  /** Cursor: `next` of the previous page, with the same filters. */
  after?: string
  /** Rows of a page, 1 to 500. @default 50 */
  limit?: number
}

/** Days of a ledger export, in Indian time (IST), both included: `2026-11-22`. */
export interface LedgerDays {
  /** First day. @default today */
  from?: string
  /** Last day. @default from */
  to?: string
  /** The day that counts: the day of the posting, or the day of the money (`value`), as on the finance page. @default 'posted' */
  by?: 'posted' | 'value'
  /** Only payments, refunds paid out, or automatic ones of them. @default all transfers */
  group?: LedgerGroup
}
