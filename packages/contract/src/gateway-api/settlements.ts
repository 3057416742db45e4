import type { Paise } from '../money.ts'

/** A settlement: a transfer of the provider to the merchant's bank account, as the provider reported it last. */
export interface Settlement {
  /** The provider's id of the settlement. */
  settlementId: string
  /** `INITIATED`, `PROCESSED` or `ATTEMPT_FAILED`; another state as the provider sent it. */
  state: string
  /** The bank's reference of the transfer. */
  utr?: string
  /** The transferred amount in paise; absent until the provider reports it. */
  amount?: Paise
  /** When the provider changed it last. Epoch milliseconds. */
  updatedAtMs?: number
  /** When it became known to the gateway. Epoch milliseconds. */
  foundAtMs: number
  /** Why the last attempt of the bank failed, as the provider's code. */
  failure?: string
  /** Why the provider refuses to tell its status, such as `HTTP 403`. Absent once a status is read. */
  refusal?: string
  /** Rows of imported reports that belong to it. */
  lines: number
  /** Payments of these rows in paise. */
  payments: Paise
  /** Refunds of these rows in paise. */
  refunds: Paise
  /** Fees of these rows in paise. */
  fees: Paise
  /** Taxes of these rows in paise. */
  taxes: Paise
  /** Other deductions of these rows in paise; below zero they are additions. */
  deductions: Paise
}

/** A row of an imported settlement report. */
export interface SettlementLine {
  /** A payment, a refund, or a deduction that belongs to no order. */
  kind: 'payment' | 'refund' | 'deduction'
  /** The merchant's id of the order; of a deduction none. */
  merchantOrderId?: string
  /** The provider's id of the payment or refund, where the report has one. */
  transactionId?: string
  /** The type of the row as the report names it. */
  type: string
  /** The amount that the settlement pays for the row before fees, below zero for refunds and deductions. Paise. */
  amount: Paise
  /** Paise. */
  fee: Paise
  /** Paise. */
  tax: Paise
  /** The settlement that it belongs to. */
  settlementId?: string
  /** The bank's reference, as the report names it. */
  utr?: string
  /** Day of the settlement, as the report names it: `2026-11-22`. */
  settledOn?: string
}

/** A settlement with its rows, the first 1 000. */
export interface SettlementDetail extends Settlement {
  /** Rows of imported reports, the first 1 000. */
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

/** A difference, which goes when the stored records no longer show it. */
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

/** A number of things and their sum. */
export interface Counted {
  /** The number of things. */
  count: number
  /** Paise. */
  amount: Paise
}

/** Payments in no settlement of a report, by the bank days from the payment to the end of the covered time. */
export interface SettlementAge extends Counted {
  /** From so many bank days on. */
  minBankDays: number
}

/** Captured − refunded − settled, and what differs. */
export interface SettlementReport {
  /** Payments of the ledger in paise. */
  captured: Paise
  /** Refunds of the ledger in paise. */
  refunded: Paise
  /** Settlements that are PROCESSED, in paise. */
  settled: Paise
  /** Settlements that the bank has not paid out yet. */
  onTheWay: Counted
  /** Captured − refunded − settled: payments that are not settled yet, fees, taxes and deductions. Only a report separates these parts. Paise. */
  difference: Paise
  /** First day, in Indian time, at whose end all payments so far less all refunds exceed all settled money: `2026-11-22`. */
  differenceSince?: string
  /** The parts of the difference that rows of imported reports explain; absent without a report. */
  explained?: {
    /** Paise. */
    fees: Paise
    /** Paise. */
    taxes: Paise
    /** Paise. */
    deductions: Paise
    /** Difference less fees, taxes and deductions: the amount that is still to come. Paise. */
    remaining: Paise
  }
  /** Number and amount of the report rows without a known settlement: a row names no settlement, or a settlement that is not known yet. Absent without such rows. */
  untied?: Counted
  /**
   * Days of which imported reports say which payments are settled: `2026-11-22`. They begin after a settlement whose rows were not imported. Absent
   * without a report.
   */
  covered?: {
    /** First day: `2026-11-01`. */
    from: string
    /** Last day: `2026-11-30`. */
    until: string
  }
  /** Payments without a settlement, of the covered days; absent without a report. */
  ageing?: SettlementAge[]
  /** The differences that the stored records show. */
  findings: SettlementFinding[]
  /** `true` if there are more findings than listed. */
  more?: true
}

/** Selects settlements for a list. */
export interface ListSettlements {
  /** Part of an id or of a UTR. */
  search?: string
  /** A state of settlements, such as `PROCESSED`. @default all */
  state?: string
  /** Cursor: `next` of the previous page. */
  after?: string
  /** Rows of a page, 1 to 200. @default 50 */
  limit?: number
}

/** Query of a list of settlements. */
export interface SettlementsQuery {
  /** Part of an id or of a UTR. */
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

/** A report file to import. */
export interface ImportSettlements {
  /** Name of the file, for the record. */
  name: string
  /** CSV as downloaded from the provider's dashboard. */
  text: string
  /**
   * Reads the file and adds it up, but stores nothing.
   * @default false
   */
  preview?: boolean
  /**
   * Sign of a fee that the merchant pays, if the file's own sums do not show the sign.
   * @default the sign that most fees of payments have
   */
  feeSign?: 'positive' | 'negative'
}

/** The contents that an import found in a file. */
export interface ImportedSettlements {
  /** Name of the file. */
  name: string
  /** Rows of the file. */
  rows: number
  /** Rows that were stored; 0 for a preview. */
  stored: number
  /** Rows that were stored before. */
  known: number
  /** Payments of the file. */
  payments: Counted
  /** Refunds of the file. */
  refunds: Counted
  /** Deductions of the file. */
  deductions: Counted
  /** Paise. */
  fees: Paise
  /** Paise. */
  taxes: Paise
  /** Columns of the file that were read, by their content. */
  columns: { readonly [what: string]: string }
  /** Settlements that the file names, with its sum and the amount that the provider reports. The first 100. */
  settlements: {
    /** Absent: not known here. */
    settlementId?: string
    /** The bank's reference, as the file names it. */
    utr?: string
    /** Day of the settlement, as the file names it: `2026-11-22`. */
    settledOn?: string
    /** Sum of the rows in paise. */
    sum: Paise
    /** Amount of the settlement in paise. */
    amount?: Paise
  }[]
  /** Rows that cannot be read, with the reason. The first 20; nothing is stored while there is such a row. */
  problems: {
    /** Number of the row in the file, from 1. */
    line: number
    /** The reason, as the end of a sentence. */
    problem: string
  }[]
}

/** An import of a settlement report. */
export interface ImportedReport {
  /** Number of the import, for its undoing. */
  reportId: number
  /** Name of the file. */
  name: string
  /** Stored rows of the import; 0 after its undoing. */
  rows: number
  /** The person who imported the file, as in the audit log. */
  importedBy?: string
  /** Epoch milliseconds. */
  importedAtMs: number
  /** The person who undid the import, as in the audit log. */
  undoneBy?: string
  /** When the import was undone, not before the end of the last closed day. Epoch milliseconds. */
  undoneAtMs?: number
}

/** A closed day in Indian time. It never changes. */
export interface DayClose {
  /** 1, 2, 3 … without a gap. */
  number: number
  /** `2026-11-22` */
  day: string
  /** Epoch milliseconds. */
  closedAtMs: number
  /** Payments that were posted on this day. */
  captured: Counted
  /** Refunds that were posted on this day, less reversed refunds. */
  refunded: Counted
  /** Settlements that became known as processed on this day, and corrections of earlier settlements. */
  settled: Counted
  /** Fees of report rows that were imported on this day, less fees of earlier days whose import was undone. Paise. */
  fees: Paise
  /** Taxes of report rows, as the fees. Paise. */
  taxes: Paise
  /** Deductions of report rows, as the fees. Paise. */
  deductions: Paise
  /** Captured − refunded − settled of all days up to this one. Paise. */
  difference: Paise
  /** SHA-256 over this close and the digest of the previous close. */
  digest: string
}
