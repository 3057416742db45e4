import type { Paise } from '../money.ts'

/** Kinds of differences between the gateway and the provider. */
export type DiscrepancyKind =
  /** The order's states differ. */
  | 'state'
  /** The amounts of the order or refund differ. */
  | 'amount'
  /** A completed payment attempt differs: one side lacks it, or has another amount. */
  | 'attempt'
  /** The refund's states differ. */
  | 'refunded'
  /** The gateway does not hold it. */
  | 'missing-here'
  /** The provider does not know it any more. */
  | 'missing-there'
  /** The provider's state is unknown to this version. */
  | 'unknown-state'
  /** The provider did not answer, or not readably. */
  | 'unreadable'

/** Why it differs, and with it what to do. */
export type DiscrepancyReason =
  /** The provider knows more: a status check brings it here. */
  | 'provider-ahead'
  /** The provider reports less than is stored, which a decision has recorded. */
  | 'provider-behind'
  /** The order needs review first. */
  | 'in-review'
  | 'amount-differs'
  | 'unknown-state'
  /** The provider did not answer the status check. */
  | 'no-answer'
  /** The status check failed here. */
  | 'check-failed'
  /** The ids in the response are not those of the order or refund: a sync puts it in review. */
  | 'other-ids'
  /** The provider had it before. */
  | 'gone-at-provider'
  /** A refund that was made outside the gateway. */
  | 'refund-from-elsewhere'
  /** A callback names an order that the gateway does not hold. */
  | 'order-from-elsewhere'

/** The values of one side; empty when the side does not know the record or did not answer. */
export interface DiscrepancySide {
  /** As that side calls it. */
  state?: string
  /** In paise. */
  amount?: Paise
}

/** One difference between the gateway and the provider. */
export interface Discrepancy {
  merchantOrderId: string
  merchantRefundId?: string
  /** The payment attempt; only for the kind `attempt`. */
  transactionId?: string
  kind: DiscrepancyKind
  reason: DiscrepancyReason
  ours: DiscrepancySide
  theirs: DiscrepancySide
  /** True when a status check may remove the discrepancy. The daily run has tried a status check already. */
  repairable: boolean
  /** When it was first found. Epoch milliseconds. */
  foundAtMs: number
}

/** The latest run, and all discrepancies that are open, whichever run found them. */
export interface ReconciliationReport {
  /** `daily`: automatically. `restore`: automatically, after the database was restored. `console`: a person started it. Absent before the first run. */
  origin?: 'daily' | 'restore' | 'console'
  /** When the run last compared something. Epoch milliseconds. */
  ranAtMs?: number
  /** Absent while the run goes on. Epoch milliseconds. */
  finishedAtMs?: number
  /** The daily run compares orders changed from `fromMs` on and before `toMs`, any other one orders created in that span. */
  fromMs?: number
  toMs?: number
  /** Orders compared so far. */
  checked: number
  /** Orders that this run repaired. */
  repaired: number
  /** Orders of the run that were sent, are open, and of which the provider has confirmed nothing yet. */
  notKnownYet: number
  /** Open discrepancies by kind; kinds without one are left out. */
  counts: { [Kind in DiscrepancyKind]?: number }
  /** The newest first, at most 500. */
  rows: Discrepancy[]
}
