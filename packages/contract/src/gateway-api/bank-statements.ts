import type { Paise } from '../money.ts'
import type { Counted } from './settlements.ts'

/** Largest statement file. Over HTTP, the largest file has `UPLOADED_FILE_BYTES`. */
export const BANK_STATEMENT_FILE = { maxBytes: 33_554_432, maxLines: 200_000 } as const

/** A statement of the merchant's bank account to import. */
export interface ImportBankStatement {
  /** Name of the file, for the record. */
  name: string
  /** Text of the file from the bank: CSV, or camt.053 (XML). */
  text: string
  /** True to compare the file, without storing anything. @default false */
  preview?: boolean
}

/** An imported bank statement. */
export interface BankStatement {
  /** Number of the import, for `bankStatements.remove()`. */
  statementId: number
  /** Name of the file. */
  name: string
  /** First day with a line: `2026-11-01`. */
  fromDay: string
  /** Last day with a line. */
  toDay: string
  /** Number of stored lines: lines of settlements, and lines that name the provider. */
  lines: number
  /** Time of the import. Epoch milliseconds. */
  importedAtMs: number
}

/** A settlement, and its credits in imported statements. */
export interface BankCredit {
  /** The provider's id of the settlement. */
  settlementId: string
  /** The bank's reference that the provider reports. */
  utr?: string
  /** Amount of the settlement in paise. */
  amount: Paise
  /** Credits less debits in the statements, in paise. 0 if no statement has a line of the settlement. */
  credited: Paise
  /** Day of the last line in the statements; without a line, the day on which the provider paid out: `2026-11-22`. */
  day: string
}

/** A credit that belongs to no settlement, but names the provider or has the UTRs of several settlements. */
export interface UnknownCredit {
  /** Day of the line: `2026-11-22`. */
  day: string
  /** Amount in paise; negative for a debit. */
  amount: Paise
  /** References of the line that may be a UTR. */
  references: string[]
}

/** A comparison of settlements with the lines of bank statements. */
export interface BankComparison {
  /** Number and sum of the settlements whose credits add up to their amount. */
  credited: Counted
  /** Number of credited settlements without a UTR in common with a line. On one day, only one line and one settlement have the amount. */
  creditedByAmount: number
  /** Settlements whose credits do not add up to their amount. The oldest 100. */
  differing: BankCredit[]
  /** Paid-out settlements without a credit, on days that statements cover. The oldest 100. */
  missing: BankCredit[]
  /** Lines that belong to no settlement, but name the provider or have the UTRs of several settlements. The latest 100. */
  unknown: UnknownCredit[]
  /** `true` if a list has more entries than are returned. */
  more?: true
}

/** A comparison of settlements with all imported bank statements. */
export interface BankReport extends BankComparison {
  /** Imported statements, the latest 50. */
  statements: BankStatement[]
}

/** Result of an import: the contents of the bank statement. */
export interface ImportedBankStatement {
  /** Name of the file. */
  name: string
  /** Format of the file. */
  format: 'csv' | 'camt.053'
  /** First day with a line: `2026-11-01`. */
  fromDay: string
  /** Last day with a line. */
  toDay: string
  /** Number of lines in the statement. */
  lines: number
  /** Number and sum of the credits in the statement. */
  credits: Counted
  /** Number of lines that the import stored; for a preview, that an import would store. */
  stored: number
  /** Number of lines of the file that were stored before. */
  known: number
  /** Number of lines that belong to no settlement and do not name the provider. These lines are counted, not stored. */
  ignored: number
  /** Name of each column of a CSV file that was read, by the content of the column. */
  columns: { readonly [what: string]: string }
  /** The settlements of the statement's days, compared with all imported statements and this statement. */
  comparison: BankComparison
}
