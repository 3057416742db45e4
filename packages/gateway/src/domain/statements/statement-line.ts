import { dayOfZonedTime } from '../finance/indian-time.ts'

/** Characters that a cell or an element may have: a narration has some hundred. */
export const MAX_TEXT = 10_000

/** A line of a bank statement, without its narration. */
export interface StatementLine {
  /** Number of the row in a CSV file, or of the transaction in a camt.053 file; from 1. */
  readonly line: number
  /** `2026-11-22` */
  readonly day: string
  /** Paise; a debit is below zero. */
  readonly amount: number
  /** Words that may be a UTR, as `plainReference` writes them. */
  readonly references: readonly string[]
  /** True for a transfer that names the provider. */
  readonly namesProvider: boolean
}

/** `+05:30` has no daylight saving, so a day is a plain date. Undefined for a date that does not exist. */
function existingDay(year: string, month: number, day: string): string | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text) ? text : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A time or, in camt.053, a zone may follow. */
const ISO = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ].*|Z|[+-]\d{2}:\d{2})?$/
/** The day of the month stands before the month. A time may follow. */
const INDIAN = /^(\d{1,2})[-/. ]([a-z]{3,9}|\d{1,2})[-/. ,]+(\d{4}|\d{2})(?:[T ,].*)?$/i

/**
 * The day of a date as Indian banks write it: `22/11/26`, `22-11-2026`, `22 Nov 2026`, `2026-11-22`; of a time with a zone, the day in India. Undefined for a text that is no date, `invalid` for
 * a date that does not exist in this order, such as `11/22/2026`.
 */
export function statementDay(cell: string): string | 'invalid' | undefined {
  const text = cell.trim()
  const [, isoYear, isoMonth = '', isoDay = ''] = ISO.exec(text) ?? []
  if (isoYear !== undefined) {
    const day = existingDay(isoYear, Number(isoMonth), isoDay)
    return day === undefined ? 'invalid' : (dayOfZonedTime(text) ?? day)
  }
  const [, day = '', month = '', year] = INDIAN.exec(text) ?? []
  if (year === undefined) return undefined
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return existingDay(year.length === 2 ? `20${year}` : year, number, day) ?? 'invalid'
}

/** A reference for comparing: banks pad references with zeros, and write letters in either case. `REFERENCE_SQL` does the same. */
export const plainReference = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')

/** A branch code (IFSC): it stands beside the UTR in narrations. */
const BRANCH_CODE = /^[A-Z]{4}0[A-Z0-9]{6}$/

/** References that are kept of a line, more than a narration has. An entry of camt.053 may have those of several transactions. */
const MAX_REFERENCES = 50

/** Words of a narration or of a column of references that may be a UTR: 12 to 35 letters and digits, of which six are digits. */
export function referencesOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.toUpperCase().split(/[^A-Z0-9]+/))
  const references = words.filter(
    (word) => /^[A-Z0-9]{12,35}$/.test(word) && word.replaceAll(/\D/g, '').length >= 6 && !BRANCH_CODE.test(word),
  )
  return [...new Set(references.map(plainReference))].slice(0, MAX_REFERENCES)
}

/**
 * True for a transfer that names the provider. A payment by UPI names the app of its payer, who may use the provider's: such a line is about a
 * person, and is no settlement.
 */
export function namesProvider(texts: readonly string[]): boolean {
  const text = texts.join(' ')
  return /\bphone ?pe\b/i.test(text) && !/\bUPI\b|@/i.test(text)
}
