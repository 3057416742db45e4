import type { Paise } from '../money.ts'

/** A settlement: a transfer of the provider to the merchant's bank account, in the state that the provider reported last. */
export interface Settlement {
  /** The provider's id of the settlement. */
  settlementId: string
  /** State of the settlement: `INITIATED`, `PROCESSED` or `ATTEMPT_FAILED`, or any other state that the provider sent. */
  state: string
  /** The bank's reference of the transfer. */
  utr?: string
  /** The transferred amount in paise; absent until the provider reports it. */
  amount?: Paise
  /** When the provider last changed the settlement. Epoch milliseconds. */
  updatedAtMs?: number
  /** When the gateway found the settlement. Epoch milliseconds. */
  foundAtMs: number
  /** The provider's code for the failure of the bank's last attempt. */
  failure?: string
  /** The provider's refusal to report the status of the settlement, such as `HTTP 403`. Absent once the status is read. */
  refusal?: string
  /** Number of rows of imported reports that belong to the settlement. */
  lines: number
  /** Sum of the payments in the report rows of the settlement, in paise. */
  payments: Paise
  /** Sum of the refunds in the report rows of the settlement, in paise. */
  refunds: Paise
  /** Sum of the fees in the report rows of the settlement, in paise. */
  fees: Paise
  /** Sum of the taxes in the report rows of the settlement, in paise. */
  taxes: Paise
  /** Sum of the other deductions in the report rows of the settlement, in paise. A negative sum is an addition. */
  deductions: Paise
}

/** A row of an imported settlement report. */
export interface SettlementLine {
  /** A payment, a refund, or a deduction that belongs to no order. */
  kind: 'payment' | 'refund' | 'deduction'
  /** The merchant's id of the order; absent for a deduction. */
  merchantOrderId?: string
  /** The provider's id of the payment or refund, if the report has an id. */
  transactionId?: string
  /** The type of the row in the report. */
  type: string
  /** The amount that the settlement pays for the row before fees, below zero for refunds and deductions. Paise. */
  amount: Paise
  /** Fee, in paise. */
  fee: Paise
  /** Tax, in paise. */
  tax: Paise
  /** The settlement that the row belongs to. */
  settlementId?: string
  /** The bank's reference in the report. */
  utr?: string
  /** Day of the settlement in the report: `2026-11-22`. */
  settledOn?: string
}

/** A settlement with its first 1 000 rows of imported reports. */
export interface SettlementDetail extends Settlement {
  /** The first 1 000 rows of imported reports that belong to the settlement. */
  rows: SettlementLine[]
}

/** The kinds of differences, derived from the stored records. */
export const SETTLEMENT_FINDINGS = {
  /** The rows of the report do not add up to the settlement's amount. */
  'sum-differs': 'The report does not add up to the transferred amount',
  /** The amount changed after the settlement was processed. */
  'amount-changed': 'The amount changed after it was processed',
  /** The bank has not paid out the settlement within `policy.settlementBankDays`. */
  'not-processed': 'Not paid out in time',
  /** The provider refuses to tell the status of the settlement: whether it is paid out is not known. */
  'status-refused': 'The provider refuses to tell the status of a settlement',
  /** A row names an order that this gateway does not have as paid. */
  'unknown-payment': 'The report has a payment that is not in the ledger',
  /** The amount of a row differs from the ledger. */
  'payment-differs': 'The report has another amount of a payment than the ledger',
  /** A payment is in more than one row. */
  'settled-twice': 'A payment is settled twice',
  /** A refund is settled, but its payment is not. */
  'refund-without-payment': 'A refund is settled before its payment',
  /** Imported reports cover the time in which a payment was to be settled, but have no row for the payment. */
  'not-settled': 'A payment is in no settlement of the imported reports',
  /** The amount that the bank has credited differs from the settlement. */
  'credit-differs': 'The bank has credited another amount',
  /** Bank statements cover the day of the settlement, but have no credit for it. */
  'not-credited': 'Paid out, but in no bank statement',
} as const

export type SettlementFindingKind = keyof typeof SETTLEMENT_FINDINGS

/** A difference between stored records. The finding ends when the records no longer show the difference. */
export interface SettlementFinding {
  /** The kind of the difference. */
  kind: SettlementFindingKind
  /** The settlement that differs. */
  settlementId?: string
  /** The order whose payment differs. */
  merchantOrderId?: string
  /** The difference, in paise. */
  amount: Paise
  /** Start of the difference. Epoch milliseconds. */
  sinceMs: number
}

/** A number of records, and the sum of their amounts. */
export interface Counted {
  /** Number of records. */
  count: number
  /** Sum of the amounts, in paise. */
  amount: Paise
}

/** Payments in no settlement of a report, by the bank days from the payment to the end of the covered time. */
export interface SettlementAge extends Counted {
  /** Smallest number of bank days of this group. */
  minBankDays: number
}

/** Captured − refunded − settled, and the differences that the records show. */
export interface SettlementReport {
  /** Sum of the payments in the ledger, in paise. */
  captured: Paise
  /** Sum of the refunds in the ledger, in paise. */
  refunded: Paise
  /** Sum of the settlements in the state PROCESSED, in paise. */
  settled: Paise
  /** Number and sum of the settlements that the bank has not paid out yet. */
  onTheWay: Counted
  /**
   * Captured − refunded − settled: payments that are not settled yet, fees, taxes and deductions. Only imported reports separate these
   * parts. Paise.
   */
  difference: Paise
  /** First day, in Indian time (IST), at the end of which the payments so far less refunds exceed all settled money: `2026-11-22`. */
  differenceSince?: string
  /** The parts of the difference that rows of imported reports explain. Absent without an imported report. */
  explained?: {
    /** Sum of the fees, in paise. */
    fees: Paise
    /** Sum of the taxes, in paise. */
    taxes: Paise
    /** Sum of the other deductions, in paise. */
    deductions: Paise
    /** Difference less fees, taxes and deductions: the amount that is still to come. Paise. */
    remaining: Paise
  }
  /**
   * Number and amount of the report rows without a known settlement: a row names no settlement, or a settlement that is not known yet.
   * Absent without such rows.
   */
  untied?: Counted
  /**
   * Days for which imported reports say which payments are settled. The days begin after a settlement whose rows were not imported. Absent
   * without an imported report.
   */
  covered?: {
    /** First day: `2026-11-01`. */
    from: string
    /** Last day: `2026-11-30`. */
    until: string
  }
  /** Payments without a settlement on the covered days, in groups by bank days. Absent without an imported report. */
  ageing?: SettlementAge[]
  /** The differences that the stored records show. */
  findings: SettlementFinding[]
  /** `true` if there are more findings than listed. */
  more?: true
}

/** Filters and page of `settlements.list()`. */
export interface ListSettlements {
  /** Part of a settlement id or of a UTR. */
  search?: string
  /** Only settlements in this state, such as `PROCESSED`. @default all */
  state?: string
  /** Cursor: `next` of the previous page. */
  after?: string
  /** Rows of a page, 1 to 200. @default 50 */
  limit?: number
}

/** Query of a list of settlements. */
export interface SettlementsQuery {
  /** Part of a settlement id or of a UTR. */
  search?: string
  state?: string
  after?: string
  limit?: string
}

/** Query of a list of closes. */
export interface ClosesQuery {
  /** First day: `2026-11-01`. */
  from?: string
  /** Last day. */
  to?: string
  after?: string
  limit?: string
}

/** Largest file of a report or a bank statement that is sent over HTTP; the command and the method take larger files. Bytes. */
export const UPLOADED_FILE_BYTES = 8_388_608

/** Largest report file. */
export const SETTLEMENT_FILE = { maxBytes: 67_108_864, maxRows: 500_000 } as const

/** A settlement report to import. */
export interface ImportSettlements {
  /** Name of the file, for the record. */
  name: string
  /** Text of the CSV file from the provider's dashboard. */
  text: string
  /** True to read the file and add up its amounts, without storing anything. @default false */
  preview?: boolean
  /**
   * Sign that the file gives to a fee that the merchant pays. Set the sign if the sums of the file do not show the sign.
   * @default the sign of most fees of payments
   */
  feeSign?: 'positive' | 'negative'
}

/** Result of an import: the contents of the file. */
export interface ImportedSettlements {
  /** Name of the file. */
  name: string
  /** Number of rows in the file. */
  rows: number
  /** Number of rows that the import stored; 0 for a preview. */
  stored: number
  /** Number of rows of the file that were stored before. */
  known: number
  /** Number and sum of the payments in the file. */
  payments: Counted
  /** Number and sum of the refunds in the file. */
  refunds: Counted
  /** Number and sum of the deductions in the file. */
  deductions: Counted
  /** Sum of the fees in the file, in paise. */
  fees: Paise
  /** Sum of the taxes in the file, in paise. */
  taxes: Paise
  /** Name of each column that was read, by the content of the column. */
  columns: { readonly [what: string]: string }
  /** The first 100 settlements in the file, with the sum of the file and the amount that the provider reports. */
  settlements: {
    /** The provider's id of the settlement. Absent if the gateway does not know the settlement. */
    settlementId?: string
    /** The bank's reference in the file. */
    utr?: string
    /** Day of the settlement in the file: `2026-11-22`. */
    settledOn?: string
    /** Sum of the rows of the settlement, in paise. */
    sum: Paise
    /** Amount that the provider reports, in paise. */
    amount?: Paise
  }[]
  /** The first 20 rows that cannot be read, each with the reason. The import stores nothing if the file has such a row. */
  problems: {
    /** Number of the row in the file, from 1. */
    line: number
    /** The reason, as the end of a sentence. */
    problem: string
  }[]
}

/** An import of a settlement report. */
export interface ImportedReport {
  /** Number of the import, for `undoReport()`. */
  reportId: number
  /** Name of the file. */
  name: string
  /** Stored rows of the import; 0 after its undoing. */
  rows: number
  /** The person who imported the file, as in the audit log. */
  importedBy?: string
  /** Time of the import. Epoch milliseconds. */
  importedAtMs: number
  /** The person who undid the import, as in the audit log. */
  undoneBy?: string
  /** When the import was undone, not before the end of the last closed day. Epoch milliseconds. */
  undoneAtMs?: number
}

/** The close of a day in Indian time (IST). A close never changes. */
export interface DayClose {
  /** Number of the close: 1, 2, 3 … without a gap. */
  number: number
  /** The closed day: `2026-11-22`. */
  day: string
  /** Time of the close. Epoch milliseconds. */
  closedAtMs: number
  /** Number and sum of the payments that were posted on this day. */
  captured: Counted
  /** Number and sum of the refunds that were posted on this day, less reversed refunds. */
  refunded: Counted
  /** Number and sum of the settlements that became known as processed on this day, with corrections of earlier settlements. */
  settled: Counted
  /** Fees of report rows that were imported on this day, less fees of earlier days whose import was undone. Paise. */
  fees: Paise
  /** Taxes of report rows, counted like `fees`. Paise. */
  taxes: Paise
  /** Deductions of report rows, counted like `fees`. Paise. */
  deductions: Paise
  /** Captured − refunded − settled of all days up to this day. Paise. */
  difference: Paise
  /** SHA-256 over this close and the digest of the previous close. */
  digest: string
}
