import type { Paise } from '../money.ts'
import type { Counted } from './settlements.ts'

/** Largest statement file. Over HTTP, the largest file has `UPLOADED_FILE_BYTES`. */
export const BANK_STATEMENT_FILE = { maxBytes: 33_554_432, maxLines: 200_000 } as const

/** A statement of the merchant's bank account to import. */
export interface ImportBankStatement {
  /** Name of the file, for the record. */
  name: string
  /** The file as the bank exports it: CSV, or camt.053 (XML). */
  text: string
  /**
   * Compares, and stores nothing.
   * @default false
   */
  preview?: boolean
}

/** An imported statement. */
export interface BankStatement {
  /** Number of the import. */
  statementId: number
  /** Name of the file. */
  name: string
  /** First day with a line: `2026-11-01`. */
  fromDay: string
  /** Last day with a line. */
  toDay: string
  /** Number of stored lines: lines of settlements, and lines that name the provider. */
  lines: number
  /** Epoch milliseconds. */
  importedAtMs: number
}

/** A settlement, and its credits in imported statements. */
export interface BankCredit {
  /** The provider's id of the settlement. */
  settlementId: string
  /** The bank's reference, as the provider reports it. */
  utr?: string
  /** Amount of the settlement in paise. */
  amount: Paise
  /** Credits less debits of the statements in paise; 0 without a line. */
  credited: Paise
  /** Day of the last line, or the day on which the provider paid out when there is no line: `2026-11-22`. */
  day: string
}

/** A credit that names the provider, or has the UTRs of several settlements, and belongs to none. */
export interface UnknownCredit {
  /** `2026-11-22` */
  day: string
  /** Paise; below zero for a debit. */
  amount: Paise
  /** References of the line that may be a UTR. */
  references: string[]
}

/** Settlements beside the lines of bank statements. */
export interface BankComparison {
  /** Settlements whose credits add up to their amount. */
  credited: Counted
  /** Credited settlements without a common UTR: the only line and the only settlement of one amount on one day. */
  creditedByAmount: number
  /** Settlements whose credits differ from their amount. The oldest 100. */
  differing: BankCredit[]
  /** Paid-out settlements without a credit, on days that statements cover. The oldest 100. */
  missing: BankCredit[]
  /** Lines that name the provider, or have the UTRs of several settlements, and belong to none. The latest 100. */
  unknown: UnknownCredit[]
  /** `true` if there are more than listed. */
  more?: true
}

/** Settlements beside the imported bank statements. */
export interface BankReport extends BankComparison {
  /** Imported statements, the latest 50. */
  statements: BankStatement[]
}

/** The contents that an import found in a bank statement. */
export interface ImportedBankStatement {
  /** Name of the file. */
  name: string
  /** Format of the file. */
  format: 'csv' | 'camt.053'
  /** First day with a line: `2026-11-01`. */
  fromDay: string
  /** Last day with a line. */
  toDay: string
  /** Lines of the statement. */
  lines: number
  /** Credits of the statement. */
  credits: Counted
  /** New lines; for a preview, lines that would be new. */
  stored: number
  /** Lines that were stored before from this file. */
  known: number
  /** Lines of no settlement that do not name the provider: counted, not stored. */
  ignored: number
  /** Columns of a CSV file that were read, by their content. */
  columns: { readonly [what: string]: string }
  /** The settlements of the statement's days beside all imported statements and this one. */
  comparison: BankComparison
}
