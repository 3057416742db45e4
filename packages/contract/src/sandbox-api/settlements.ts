import type { Paise } from '../money.ts'
import type { SettlementState } from '../provider/settlements.ts'

/** A settlement, as shown by the sandbox's control API. */
export interface SandboxSettlement {
  /** The provider's id of the settlement. */
  settlementId: string
  /** State of the transfer to the merchant's bank. */
  state: SettlementState
  /** The bank's reference of the transfer (unique transaction reference). */
  utr: string
  /** Payments minus refunds, fees and tax, in paise. */
  amount: Paise
  /** Creation time in epoch milliseconds. */
  createdAtMs: number
  /** Time of the last change, in epoch milliseconds. */
  lastUpdatedAtMs: number
  /** Error code of the last failed attempt to transfer. */
  lastAttemptErrorCode?: string
  /** The payments and refunds in the settlement. */
  lines: SettlementLine[]
}

/** A payment or refund in a settlement. */
export interface SettlementLine {
  /** `PAYMENT` or `REFUND`. */
  kind: 'PAYMENT' | 'REFUND'
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** The provider's id of the payment or refund. */
  transactionId: string
  /** The merchant's id of the refund; absent for a payment. */
  merchantRefundId?: string
  /** Payment mode, such as `UPI_INTENT`. */
  mode: string
  /** Amount in paise, positive for refunds too. */
  amount: Paise
  /** Fee of a payment, in paise; 0 for a refund. */
  fee: Paise
  /** Tax on the fee, in paise. */
  tax: Paise
  /** Time of completion of the payment or refund, in epoch milliseconds. */
  atMs: number
}

/** The payments and refunds to settle: the body of `POST /settlements`. */
export interface SettleNow {
  /**
   * The orders whose payments the settlement includes.
   * @default every payment that is not settled; no payment with `merchantRefundIds`
   */
  merchantOrderIds?: string[]
  /**
   * The refunds that the settlement deducts.
   * @default every refund that is not settled; no refund with `merchantOrderIds`
   */
  merchantRefundIds?: string[]
}

/** The bank's step to simulate: the body of `POST /settlements/{settlementId}/simulate`. */
export interface SimulateSettlement {
  /** `INITIATED` starts the next attempt. `FAILURE`: the bank refuses the attempt; the next attempt starts on the next bank day. */
  outcome: 'SUCCESS' | 'FAILURE' | 'INITIATED'
  /**
   * `FAILURE` only: the `lastAttemptErrorCode` of the settlement.
   * @default 'BANK_TRANSFER_FAILED'
   */
  errorCode?: string
}

/** Query of `GET /settlements/report`. */
export interface ReportQuery {
  /**
   * Earliest creation time of a settlement in the report, in epoch milliseconds.
   * @default the first settlement
   */
  from?: string
  /**
   * End of the period, exclusive, in epoch milliseconds.
   * @default now
   */
  to?: string
  /**
   * `current`: the columns of the dashboard's file today. `older`: the columns of older accounts.
   * @default 'current'
   */
  format?: string
}

/** Faults of settlements. The provider documents no such faults. A program that lists settlements must handle all of them. */
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
   * True to list the settlements in random order.
   * @default false
   */
  shuffle?: boolean
  /**
   * Paise to add to the amount in status responses and callbacks. A negative number reduces the amount.
   * @default 0
   */
  offByPaise?: number
  /**
   * Share of the attempts to transfer that the bank refuses, from 0 to 1.
   * @default 0
   */
  failRate?: number
}
