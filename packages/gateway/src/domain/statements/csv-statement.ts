import { paiseOf } from '../settlements/report-file.ts'
import { MAX_TEXT, namesProvider, referencesOf, type StatementLine, statementDay } from './statement-line.ts'

/** Cells that a row may have, many more than the widest export of a bank. */
const MAX_CELLS = 200

/** The meaning of a column in a bank statement. */
export type StatementColumn = 'day' | 'narration' | 'reference' | 'credit' | 'debit' | 'amount' | 'sign' | 'type'

/**
 * Names of columns, without case, brackets and signs, as the exports of HDFC, ICICI, SBI and Axis have them. The first list of which a file has a name
 * counts: the day on which the bank booked a line stands for the day of its value.
 */
const NAMES: { readonly [Column in StatementColumn]: readonly (readonly string[])[] } = {
  day: [
    ['transactiondate', 'txndate', 'trandate', 'txnposteddate', 'postdate', 'postingdate', 'bookingdate'],
    ['date'],
    ['valuedate', 'valuedt'],
  ],
  narration: [
    ['narration', 'description', 'particulars', 'transactionremarks', 'transactionparticulars', 'transactiondetails'],
    ['remarks', 'details'],
  ],
  reference: [
    [
      ...[
        'chqrefno',
        'refnochequeno',
        'chequenorefno',
        'chqrefnumber',
        'refno',
        'ref',
        'referenceno',
        'referencenumber',
      ],
      ...['utr', 'utrno', 'utrnumber', 'transactionid'],
    ],
  ],
  credit: [
    ['depositamt', 'depositamount', 'deposit', 'deposits', 'credit', 'credits', 'creditamount', 'creditamt', 'cr'],
  ],
  debit: [
    [
      ...['withdrawalamt', 'withdrawalamount', 'withdrawal', 'withdrawals'],
      ...['debit', 'debits', 'debitamount', 'debitamt', 'dr'],
    ],
  ],
  amount: [['transactionamount', 'amount']],
  sign: [['crdr', 'drcr', 'debitcredit', 'creditdebit', 'crdrindicator', 'drcrindicator']],
  // The type may be the sign, or a kind of transfer such as NEFT.
  type: [['transactiontype', 'txntype', 'trantype'], ['type']],
}

/** Where the columns are. References may be several. */
export interface StatementColumns {
  readonly at: { readonly [Column in StatementColumn]?: readonly number[] }
  /** Their names in the file. */
  readonly named: { readonly [what: string]: string }
  /** The number of cells of the heading, without empty ones at its end. */
  readonly width: number
}

/** The direction that a file writes beside an amount, or by its column. */
type Sign = 'credit' | 'debit' | 'none'

/** A row of a file that is a transaction. Without a sign, the amount is above zero. */
export interface StatementRow {
  readonly line: StatementLine
  readonly sign: Sign
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll(/[^a-z]/g, '')

/** The reason for which a row is too large to be searched; undefined for the row of a statement. */
export function oversizeOf(cells: readonly string[]): string | undefined {
  if (cells.length > MAX_CELLS) return `has ${cells.length} cells: at most ${MAX_CELLS} are read`
  const long = cells.find((cell) => cell.length > MAX_TEXT)
  return long && `has a cell of ${long.length} characters: at most ${MAX_TEXT} are read`
}

/** Finds the columns by their names. `missing` says what a statement cannot be without, `twice` names columns of one meaning. */
export function columnsOfStatement(
  heading: readonly string[],
): StatementColumns | { readonly missing: string } | { readonly twice: string } {
  const at: { [Column in StatementColumn]?: readonly number[] } = {}
  const named: { [what: string]: string } = {}
  const plain = heading.map(plainName)
  for (const [column, lists] of Object.entries(NAMES) as [StatementColumn, readonly (readonly string[])[]][]) {
    const names = lists.find((list) => list.some((name) => plain.includes(name)))
    if (names === undefined) continue
    const found = plain.flatMap((name, index) => (names.includes(name) ? [index] : []))
    named[column] = found.map((index) => heading[index]?.trim()).join(' + ')
    if (found.length > 1 && column !== 'reference' && column !== 'narration' && column !== 'day')
      return { twice: named[column] }
    at[column] = found
  }
  const width = heading.reduce((last, name, index) => (name.trim() === '' ? last : index + 1), 0)
  if (!at.day) return { missing: 'Date' }
  if (!at.credit && !at.amount) return { missing: 'Deposit Amt., Credit or Amount' }
  if (at.credit && !at.debit) return { missing: 'Withdrawal Amt. or Debit' }
  return at.narration || at.reference ? { at, named, width } : { missing: 'Narration, Description or Ref No.' }
}

/** Reads one row. Undefined for a row that is no transaction, such as a balance or the text below a statement; a text says what cannot be read. */
export function readStatementRow(
  { at, width }: StatementColumns,
  cells: readonly string[],
  line: number,
): StatementRow | string | undefined {
  const textOf = (column: StatementColumn): string => plainCell(cells[at[column]?.[0] ?? -1])
  const date = textOf('day')
  const day = statementDay(date)
  if (day === undefined && !mayBeDate(date)) return undefined
  if (day !== undefined && hasOtherWidth(cells, width))
    return `has ${cells.length} cells, and the heading has ${width}: a cell with the separator needs quotes`
  const read = at.credit
    ? twoColumns(textOf('credit'), textOf('debit'))
    : oneColumn(textOf('amount'), textOf('sign'), textOf('type'))
  if (read === undefined) return undefined
  if (day === undefined && typeof read === 'string') return undefined
  if (day === undefined || day === 'invalid')
    return `has a date that is not day, month and year in this order: its shape is "${shapeOf(date)}"`
  if (typeof read === 'string') return read
  const texts = [...(at.narration ?? []), ...(at.reference ?? [])].map((index) => plainCell(cells[index]))
  const { amount, sign } = read
  return { sign, line: { line, day, amount, references: referencesOf(texts), namesProvider: namesProvider(texts) } }
}

/**
 * The first row that may be a credit or a debit. An amount without a sign is a credit only in a file that gives its debits a sign, and its credits none.
 */
export function rowWithoutSign(rows: readonly StatementRow[]): StatementRow | undefined {
  const has = (sign: Sign) => rows.some((row) => row.sign === sign)
  return has('debit') && !has('credit') ? undefined : rows.find(({ sign }) => sign === 'none')
}

const hasOtherWidth = (cells: readonly string[], width: number): boolean =>
  cells.length < width || cells.slice(width).some((text) => text.trim() !== '')

/** True for a text with a digit. A summary below the lines may have an amount in the column of the dates. */
const mayBeDate = (text: string): boolean => /\d/.test(text) && !/^[\d,]+\.\d\d$/.test(text)

/** A text with each digit as 9 and each letter as a. */
const shapeOf = (text: string): string => text.slice(0, 40).replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'a')

/** The text of a cell that a spreadsheet has protected. */
const plainCell = (cell = ''): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** Paise, credits above zero; undefined without an amount; a text says what is wrong. */
type Amount = { readonly amount: number; readonly sign: Sign } | string | undefined

const UNREADABLE = 'has no amount of rupees with at most two decimals'
export const NEITHER = 'is neither a credit (CR) nor a debit (DR)'

function twoColumns(creditText: string, debitText: string): Amount {
  const [credit, debit] = [paiseOf(creditText), paiseOf(debitText)]
  if (!Number.isSafeInteger(credit) || !Number.isSafeInteger(debit)) return UNREADABLE
  if (credit !== 0 && debit !== 0) return 'has a credit and a debit'
  if (credit === 0 && debit === 0) return undefined
  // Some exports have the debits of their column below zero.
  return credit === 0 ? { amount: -Math.abs(debit), sign: 'debit' } : { amount: credit, sign: 'credit' }
}

function oneColumn(amountText: string, signText: string, typeText: string): Amount {
  const [end = '', suffix = ''] = /\(?(cr|dr)\.?\)?$/i.exec(amountText) ?? []
  const rupees = amountText.slice(0, amountText.length - end.length)
  const amount = paiseOf(rupees)
  if (!Number.isSafeInteger(amount)) return UNREADABLE
  if (amount === 0) return undefined
  const written = signOf(signText)
  if (signText !== '' && written === 'none') return NEITHER
  const sign =
    [written, signOf(typeText), signOf(suffix)].find((found) => found !== 'none') ?? signOfNumber(rupees, amount)
  if (sign === 'credit' && amount < 0) return 'has a credit below zero'
  return { amount: sign === 'debit' ? -Math.abs(amount) : amount, sign }
}

function signOf(text: string): Sign {
  if (/^(?:c|cr|credit|credited|deposit)\.?$/i.test(text)) return 'credit'
  return /^(?:d|dr|debit|debited|withdrawal)\.?$/i.test(text) ? 'debit' : 'none'
}

function signOfNumber(rupees: string, amount: number): Sign {
  if (amount < 0) return 'debit'
  return rupees.startsWith('+') ? 'credit' : 'none'
}
