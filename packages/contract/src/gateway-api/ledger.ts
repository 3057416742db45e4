import type { Paise } from '../money.ts'
import type { LedgerGroup } from './finance.ts'
import type { RefundOrigin } from './refunds.ts'

/**
 * Accounts of an order. A payment is debited to `payments` and credited to `available`. An open refund moves the amount to `held`, and a
 * completed refund moves the amount to `refunded`. Money that left beyond the money received, for example through the provider's dashboard,
 * is debited to `overdrawn`. So no balance is below 0. The money received is `available`, `held` and `refunded` less `overdrawn`.
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
  /** The money has come back, or turned out not to have left: available → overdrawn. */
  | 'overdraft-returned'

/** One transfer of the ledger. A transfer never changes. A correction is another transfer. */
export interface LedgerEntry {
  /** Id of the transfer, which increases with every transfer. */
  entryId: number
  /** When the transfer was posted. Epoch milliseconds. */
  atMs: number
  /**
   * When the money moved: for a capture, the provider's time of the payment, if the provider sent a time; otherwise `atMs`. Epoch
   * milliseconds.
   */
  valueAtMs: number
  /** The kind of transfer. */
  kind: LedgerKind
  /** Account that the amount leaves. */
  debitAccount: LedgerAccount
  /** Account that the amount enters. */
  creditAccount: LedgerAccount
  /** Amount in paise, more than 0. */
  amount: Paise
  /** The order whose accounts change. */
  merchantOrderId: string
  /** The refund that the transfer belongs to; absent for a capture. */
  merchantRefundId?: string
  /** The payment attempt, if the provider reported one; only for a capture. */
  transactionId?: string
  /** The requester of the refund. Refunds with `late-payment` and `duplicate` are automatic. */
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
  /** Only transfers of this group, such as payments (`collected`), completed refunds (`refunded`), or automatic refunds (`automatic`). */
  group?: LedgerGroup
  /**
   * The time by which transfers are filtered and sorted. `posted`: the time of posting, so a new transfer never appears before a transfer
   * that was read. `value`: the time when the money moved, as on the finance page.
   * @default 'posted'
   */
  by?: 'posted' | 'value'
  /** Only transfers at this time or later. Epoch milliseconds. */
  fromMs?: number
  /** Only transfers before this time. Epoch milliseconds. */
  toMs?: number
  /** Cursor: `next` of the previous page, with the same filters. */
  after?: string
  /** Rows of a page, 1 to 500. @default 50 */
  limit?: number
}

/** First and last day of a ledger export, both included. Days are in Indian time (IST): `2026-11-22`. */
export interface LedgerDays {
  /** First day. @default today */
  from?: string
  /** Last day. @default the day of `from` */
  to?: string
  /**
   * The day that counts. `posted`: the day of the posting. `value`: the day on which the money moved, as on the finance page.
   * @default 'posted'
   */
  by?: 'posted' | 'value'
  /**
   * Only transfers of this group, such as payments (`collected`), completed refunds (`refunded`), or automatic refunds (`automatic`).
   * @default all transfers
   */
  group?: LedgerGroup
}
