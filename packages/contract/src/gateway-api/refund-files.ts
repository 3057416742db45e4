import type { Paise } from '../money.ts'
import type { RefundReason, RefundState } from './refunds.ts'

/** Limits of one file of refunds. */
export const REFUND_FILE = { maxBytes: 1_048_576, maxRows: 5_000, maxCells: 20 } as const

/** A CSV file of refunds to request. */
export interface UploadRefundFile {
  /** Name of the file, 1 to 200 characters. */
  name: string
  /** Its text, at most 1 MiB in UTF-8. */
  text: string
}

/** Why a row cannot be read. */
export const ROW_PROBLEMS = [
  'no-order',
  'bad-order',
  'bad-amount',
  /** An amount whose comma may have split it into two cells. */
  'split-amount',
  /** A value that a spreadsheet would compute. */
  'formula',
  'bad-reason',
  'long-note',
  'too-many-cells',
  /** Repeats an earlier row of the file. */
  'duplicate',
] as const

/** One of `ROW_PROBLEMS`. */
export type RowProblem = (typeof ROW_PROBLEMS)[number]

/** The planned handling of a row when the file was uploaded. */
export type RefundRowPlan =
  /** A refund is requested. */
  | 'refund'
  /** A refund is requested, and waits for a second person. */
  | 'approval'
  /** This refund exists already: nothing happens. */
  | 'exists'
  | 'order-unknown'
  | 'not-paid'
  | 'nothing-left'
  | 'too-much'
  /** Another refund of the order is not final yet. */
  | 'in-progress'
  /** An earlier row of the file refunds the order, and must be final first. */
  | 'same-order'
  /** Beyond what the role may request on this day. */
  | 'over-limit'
  | RowProblem

/** The result of a row. Rows whose plan is neither `refund` nor `approval` are not run and have no result. */
export type RefundRowResult =
  | 'requested'
  /** Requested, and waits for a second person. */
  | 'waiting'
  /** Somebody had requested this refund in the meantime. */
  | 'existed'
  /** `code` and `message` say why. */
  | 'refused'
  /** The file was stopped before its turn. */
  | 'stopped'

/** Rows and their sum. */
export interface RowSum {
  rows: number
  /** In paise. */
  amount: Paise
}

/** A file of refunds: its preview, its progress and its results. */
export interface RefundFile {
  fileId: string
  name: string
  /** SHA-256 of the file, in hex. */
  digest: string
  uploadedBy: string
  createdAtMs: number
  startedBy?: string
  startedAtMs?: number
  finishedAtMs?: number
  /** All rows, without the heading and empty ones. */
  rows: number
  /** The refunds that are requested when the file is started. */
  toRefund: RowSum
  /** The part of it that waits for a second person. */
  toApprove: RowSum
  /** Rows whose refund exists already. */
  existing: RowSum
  /** Rows that cannot be refunded. They are not run. */
  wrong: number
  /** Rows that have a result. */
  done: number
  results: { [Result in RefundRowResult]: RowSum }
}

/** One row of a file. */
export interface RefundFileRow {
  /** Row of the sheet, counted from 1: the heading is row 1. */
  line: number
  merchantOrderId?: string
  /** The amount that the payer paid, in paise. */
  paid?: Paise
  /** The refundable amount of the order when the file was uploaded, in paise. */
  refundable?: Paise
  /** In paise. Of a row without an amount: all that was left of the order. */
  amount?: Paise
  reason?: RefundReason
  /** Removed once the refund has it. */
  note?: string
  /** Made of the order, the amount and the reference of the row: the same row in another file is the same refund. */
  merchantRefundId?: string
  plan: RefundRowPlan
  /** The column that cannot be read. */
  column?: string
  result?: RefundRowResult
  /** Why it was refused. */
  code?: string
  message?: string
  /** State of the refund now. */
  state?: RefundState
}
