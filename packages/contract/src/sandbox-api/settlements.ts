import type { Paise } from '../money.ts'
import type { SettlementState } from '../provider/settlements.ts'

/** A settlement as the control API shows it. */
export interface SandboxSettlement {
  /** The provider's id of the settlement. */
  settlementId: string
  /** The state of the transfer. */
  state: SettlementState
  /** The bank's reference. */
  utr: string
  /** Payments less refunds, fees and tax, in paise. */
  amount: Paise
  /** Epoch milliseconds. */
  createdAtMs: number
  /** Epoch milliseconds. */
  lastUpdatedAtMs: number
  /** Why the last attempt failed. */
  lastAttemptErrorCode?: string
  /** The rows that the settlement pays out. */
  lines: SettlementLine[]
}

/** A payment or refund in a settlement. */
export interface SettlementLine {
  /** A payment or a refund. */
  kind: 'PAYMENT' | 'REFUND'
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** The provider's id of the payment or refund. */
  transactionId: string
  /** The merchant's id of the refund. */
  merchantRefundId?: string
  /** Payment mode, such as `UPI_INTENT`. */
  mode: string
  /** Paise, without a sign. */
  amount: Paise
  /** Paise. */
  fee: Paise
  /** Paise. */
  tax: Paise
  /** When the payment or refund was completed. Epoch milliseconds. */
  atMs: number
}

/** Body of `POST /settlements`. */
export interface SettleNow {
  /**
   * The orders whose payments are settled.
   * @default every payment that is not settled
   */
  merchantOrderIds?: string[]
  /**
   * The refunds that are deducted.
   * @default every refund that is not settled; with `merchantOrderIds` none
   */
  merchantRefundIds?: string[]
}

/** Body of `POST /settlements/{settlementId}/simulate`. */
export interface SimulateSettlement {
  /** `FAILURE`: the bank refuses the attempt; the next one begins on the next bank day. */
  outcome: 'SUCCESS' | 'FAILURE' | 'INITIATED'
  /**
   * `FAILURE`: `lastAttemptErrorCode`.
   * @default 'BANK_TRANSFER_FAILED'
   */
  errorCode?: string
}

/** Query of `GET /settlements/report`. */
export interface ReportQuery {
  /**
   * Begin of the period by the settlement's creation, epoch milliseconds.
   * @default the first settlement
   */
  from?: string
  /**
   * End of the period, epoch milliseconds.
   * @default now
   */
  to?: string
  /**
   * `current` or `older`: the columns of the dashboard's file today, or of older accounts.
   * @default 'current'
   */
  format?: string
}

/** Faults of settlements. Sources name none of them: they are what a reader of the list has to survive. */
export interface SettlementFaults {
  /**
   * Share of the settlements that a list leaves out, from 0 to 1.
   * @default 0
   */
  gapRate?: number
  /**
   * Share of the settlements that a list names twice, from 0 to 1.
   * @default 0
   */
  repeatRate?: number
  /**
   * The list is in no order.
   * @default false
   */
  shuffle?: boolean
  /**
   * Paise that status and callbacks add to the amount; below 0 takes them away.
   * @default 0
   */
  offByPaise?: number
  /**
   * Share of the attempts that the bank refuses, from 0 to 1.
   * @default 0
   */
  failRate?: number
}
