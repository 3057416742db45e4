import type { SettlementLine } from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import { dayOfZonedTime, dayStartMs } from '../finance/indian-time.ts'
import { MAX_AMOUNT } from '../limits.ts'

/** The meaning of a column in a settlement report. */
export type ReportColumn =
  | 'order'
  | 'type'
  | 'status'
  | 'amount'
  | 'fee'
  | 'tax'
  | 'transaction'
  | 'settlement'
  | 'utr'
  | 'settledOn'

/**
 * Names of columns, without case, spaces and underscores: of today's report, of that of older accounts, and what may be meant (protocol §17.6). The
 * first list of which a file has a name counts: a total stands for its parts.
 */
const NAMES: { readonly [Column in ReportColumn]: readonly (readonly string[])[] } = {
  order: [['merchantorderid'], ['merchantreferenceid'], ['merchanttransactionid']],
  type: [['transactiontype'], ['paymenttype']],
  status: [['transactionstatus']],
  amount: [['transactionamount'], ['amount']],
  fee: [['totalfees'], ['fees'], ['fee']],
  // Older accounts have a column for each tax.
  tax: [['totaltax'], ['tax'], ['igst', 'cgst', 'sgst']],
  transaction: [['transactionid'], ['phonepereferenceid'], ['phonepetransactionid']],
  settlement: [['settlementid']],
  utr: [['utr'], ['settlementutr'], ['bankreferenceno'], ['bankreferencenumber']],
  settledOn: [['settlementdate'], ['settledon']],
}

/** Where the columns are. Taxes may be several. */
export interface ReportColumns {
  readonly at: { readonly [Column in ReportColumn]?: readonly number[] }
  /** Their names in the file. */
  readonly named: { readonly [what: string]: string }
  /** The number of cells of the heading. */
  readonly width: number
}

/** Finds the columns by their names. `missing` names what a report cannot be without, `twice` columns of one name. */
export function columnsOfReport(
  heading: readonly string[],
): ReportColumns | { readonly missing: ReportColumn } | { readonly twice: string } {
  const at: { [Column in ReportColumn]?: readonly number[] } = {}
  const named: { [what: string]: string } = {}
  const plain = heading.map((name) => name.toLowerCase().replaceAll(/[\s_.-]/g, ''))
  for (const [column, lists] of Object.entries(NAMES) as [ReportColumn, readonly (readonly string[])[]][]) {
    const names = lists.find((list) => list.some((name) => plain.includes(name)))
    if (names === undefined) continue
    const found = plain.flatMap((name, index) => (names.includes(name) ? [index] : []))
    named[column] = found.map((index) => heading[index]?.trim()).join(' + ')
    if (new Set(found.map((index) => plain[index])).size < found.length) return { twice: named[column] }
    at[column] = found
  }
  const missing = (['amount', 'type', 'order'] as const).find((column) => at[column] === undefined)
  return missing ? { missing } : { at, named, width: heading.length }
}

/** A row as it stands in the file: amounts with the file's signs. */
export interface ReportRow {
  readonly line: number
  readonly kind: SettlementLine['kind']
  readonly type: string
  readonly merchantOrderId?: string
  readonly transactionId?: string
  readonly amount: number
  readonly fee: number
  readonly tax: number
  readonly settlementId?: string
  readonly utr?: string
  readonly settledOn?: string
}

/** Statuses of rows that moved money, and of rows that moved none. */
const MOVED = new Set(['COMPLETED', 'SUCCESS', 'SETTLED', 'PROCESSED'])
const NOT_MOVED = new Set(['FAILED', 'PENDING', 'INITIATED', 'DECLINED', 'CANCELLED', 'EXPIRED'])

/** Texts that stand for an empty cell. */
const EMPTY = /^(?:|-|null|n\/?a|none)$/i

/** Ids of orders, transactions, settlements and banks: a name or an address in their place is a shifted row. */
const ID = /^[\w./:-]{1,200}$/

/** A type of transaction, such as `FORWARD_TRANSACTION`: lists show the type as it is. */
const TYPE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200c\u200d]{1,100}$/u

/** The cells of a row by the meaning of their columns. */
interface Cells {
  readonly cell: (column: ReportColumn) => string | undefined
  /** The sum of the amounts of a column in paise; NaN when an amount cannot be read. */
  readonly money: (column: ReportColumn) => number
  /** The name of a column in the file. */
  readonly nameOf: (column: ReportColumn) => string
}

function cellsOf({ at, named }: ReportColumns, cells: readonly string[]): Cells {
  const textOf = (index: number): string | undefined => {
    const text = (cells[index] ?? '')
      .trim()
      .replace(/^="(.*)"$/, '$1')
      .replace(/^'/, '')
      .trim()
    return EMPTY.test(text) ? undefined : text
  }
  return {
    cell: (column) => textOf(at[column]?.[0] ?? -1),
    money: (column) => (at[column] ?? []).reduce((sum, index) => sum + paiseOf(textOf(index) ?? ''), 0),
    nameOf: (column) => named[column] ?? column,
  }
}

/** The reasons for which a row is refused, in order. A row that is not understood would be stored as money. */
const REFUSALS: readonly ((row: Cells) => string | false | undefined)[] = [
  ({ cell }) => !MOVED.has(statusOf(cell)) && `has an unknown status: ${statusOf(cell).slice(0, 40)}`,
  ({ cell }) => cell('type') === undefined && 'has no type of transaction',
  ({ cell }) =>
    !TYPE.test(cell('type') ?? '') && 'has a type of transaction with more than 100 characters, or with invisible ones',
  ({ cell }) => /^(?:grand |sub)?-?total/i.test(cell('type') ?? '') && 'is a sum of other rows',
  ({ cell }) => cell('amount') === undefined && 'has no amount',
  ({ money, nameOf }) => {
    const wrong = (['amount', 'fee', 'tax'] as const).find((column) => !Number.isSafeInteger(money(column)))
    return wrong && `has no amount of rupees with at most two decimals in the column ${nameOf(wrong)}`
  },
  ({ money, nameOf }) => {
    const large = (['amount', 'fee', 'tax'] as const).find((column) => Math.abs(money(column)) > MAX_AMOUNT)
    return large && `has more than ${MAX_AMOUNT / 100} rupees in the column ${nameOf(large)}`
  },
  ({ cell, nameOf }) => {
    const ids = [
      'transaction',
      'settlement',
      'utr',
      ...(kindOf(cell) === 'deduction' ? [] : ['order' as const]),
    ] as const
    const shifted = ids.find((column) => !ID.test(cell(column) ?? 'none'))
    return (
      shifted &&
      `has no id in the column ${nameOf(shifted)}: the cells are shifted, or the file was saved in another encoding`
    )
  },
  ({ cell, money }) =>
    kindOf(cell) === 'payment' &&
    money('amount') < 0 &&
    'is of an unknown type: the amount of a payment is not below zero',
  ({ cell }) =>
    kindOf(cell) === 'refund' &&
    /REVERSAL/i.test(cell('type') ?? '') &&
    'is of an unknown type: whether the money came or left is not known',
]

/** A report without a column of the status has rows that moved money only. */
const statusOf = (cell: Cells['cell']): string => cell('status')?.toUpperCase() ?? 'COMPLETED'

/** Reads one row. Undefined for a row that moves no money; a text says what cannot be read. */
export function readReportRow(
  columns: ReportColumns,
  cells: readonly string[],
  line: number,
): ReportRow | string | undefined {
  const { width } = columns
  if (cells.length < width || cells.slice(width).some((text) => text.trim() !== ''))
    return `has ${cells.length} cells, and the heading has ${width}`
  const row = cellsOf(columns, cells)
  const { cell, money } = row
  if (NOT_MOVED.has(statusOf(cell))) return undefined
  for (const refusal of REFUSALS) {
    const reason = refusal(row)
    if (reason) return reason
  }
  const kind = kindOf(cell)
  return {
    line,
    kind,
    type: cell('type') ?? '',
    ...{ amount: money('amount'), fee: money('fee'), tax: money('tax') },
    ...optional('merchantOrderId', kind === 'deduction' ? undefined : cell('order')),
    ...optional('transactionId', cell('transaction')),
    ...optional('settlementId', cell('settlement')),
    ...optional('utr', cell('utr')),
    ...optional('settledOn', dayOf(cell('settledOn'))),
  }
}

const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value })

/** A row without an order is a deduction, such as `EXCESS_RECOVERY`, whatever its type. */
function kindOf(cell: Cells['cell']): SettlementLine['kind'] {
  const type = cell('type') ?? ''
  if (cell('order') === undefined || /RECOVERY|SHORT_SETTLEMENT|ADJUSTMENT/i.test(type)) return 'deduction'
  return /REFUND|REVERSAL/i.test(type) ? 'refund' : 'payment'
}

/** Rupees with at most two decimals as paise, `1,234.50`, `1,23,456` and `(12.00)` too; NaN for anything else, 0 for an empty cell. */
export function paiseOf(cell: string): number {
  const text = cell.trim().replace(/^'/, '').replaceAll(/[₹\s]/g, '')
  if (text === '' || text === '-') return 0
  const [, open = '', sign = '', rupees = '', decimals = '', close = ''] =
    /^(\()?([+-]?)(\d{1,13}|\d{1,3}(?:,\d{2,3}){0,5},\d{3})(?:\.(\d{1,2})0*)?(\))?$/.exec(text) ?? []
  if (rupees === '' || (open === '') !== (close === '')) return Number.NaN
  const paise = Number(rupees.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return open !== '' || sign === '-' ? -paise : paise
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A day as `2026-11-22`, from the forms that Indian files have: the day of the month before the month. Of a time with a zone, the day in India.
 * Undefined for another text.
 */
export function dayOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const day = isoDayOf(text)
  return day !== undefined && dayStartMs(day) !== undefined ? (dayOfZonedTime(text) ?? day) : undefined
}

function isoDayOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(text) ?? []
  if (year) return `${year}-${month}-${day}`
  const [, dd = '', mm = '', yyyy] = /^(\d{1,2})[-/ ]([A-Za-z]{3,9}|\d{1,2})[-/ ,]+(\d{4})/.exec(text) ?? []
  if (yyyy === undefined) return undefined
  const number = /^\d/.test(mm) ? Number(mm) : MONTHS.indexOf(mm.slice(0, 3).toLowerCase()) + 1
  return `${yyyy}-${String(number).padStart(2, '0')}-${dd.padStart(2, '0')}`
}

export type FeeSign = 'positive' | 'negative'

/** The sign that a fee has that the merchant pays: that of the sum of the fees of payments. */
export function feeSignOf(rows: readonly ReportRow[]): FeeSign {
  const sum = rows.reduce((total, { kind, fee, tax }) => (kind === 'payment' ? total + fee + tax : total), 0)
  return sum < 0 ? 'negative' : 'positive'
}

/** Rows of a file as the ledger counts them. @param feeSign the sign that a fee has in the file when the merchant pays it */
export const toLines = (rows: readonly ReportRow[], feeSign: FeeSign = feeSignOf(rows)): SettlementLine[] =>
  rows.map((row) => toLine(row, feeSign))

/**
 * The row as the ledger counts it: what the settlement pays for it, and fees that are costs. Refunds count below zero whichever sign the file
 * has. A recovery takes money away; another deduction has the file's sign.
 */
function toLine(row: ReportRow, feeSign: FeeSign): SettlementLine {
  const { line: _line, kind, amount, fee, tax, ...rest } = row
  const sign = feeSign === 'negative' ? -1 : 1
  const signed =
    kind === 'payment' ? Math.abs(amount) : kind === 'refund' || /RECOVERY/i.test(row.type) ? -Math.abs(amount) : amount
  return { ...rest, kind, amount: plain(signed), fee: plain(sign * fee), tax: plain(sign * tax) }
}

/** Without a negative zero. */
const plain = (paise: number): Paise => (paise === 0 ? 0 : paise) as Paise

/**
 * Returns the key of a row's contents. The same row in another file has the same key, whether or not that file names the transfer or has fees of
 * the other sign. A row without an id of its own is another one in each transfer. `occurrence` counts equal rows of a file.
 */
export function identityOfLine(line: SettlementLine, occurrence: number): string {
  const { kind, type, merchantOrderId, transactionId, amount, fee, tax, settlementId, utr, settledOn } = line
  return JSON.stringify([
    ...[kind, type, merchantOrderId, transactionId, Math.abs(amount), Math.abs(fee), Math.abs(tax)],
    transactionId === undefined ? (settlementId ?? utr ?? settledOn) : undefined,
    occurrence,
  ])
}
