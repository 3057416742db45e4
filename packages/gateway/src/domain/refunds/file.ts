import type { RefundRowPlan, RowProblem } from '@galla/contract/gateway-api/refund-files'
import { REFUND_REASONS, type RefundReason, SMALLEST_REFUND } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { OrderRecord } from '../orders/order.ts'
import { bookedAmount } from '../orders/payments.ts'
import { visibleText } from '../visible-text.ts'
import { needsApproval, type RefundControls, type Requester } from './controls.ts'
import { isOpen, type RefundRecord } from './refund.ts'
import { judgeRefund } from './request.ts'

/** One refund that a row asks for. */
export interface WantedRow {
  /** Line of the file, counted from 1: the heading is line 1. */
  readonly line: number
  readonly merchantOrderId: string
  /** Absent: all that is left of the order. */
  readonly amount?: Paise
  readonly reason?: RefundReason
  readonly note?: string
  /** Tells two refunds of the same order and amount apart: a return's number. */
  readonly reference?: string
}

export type ReadRow = WantedRow | { readonly line: number; readonly problem: RowProblem; readonly column?: string }

/** Headings in the words of merchants' sheets, in any case, with spaces, underscores or nothing between the words. */
const HEADINGS = {
  merchantOrderId: ['merchantorderid', 'orderid', 'order'],
  rupees: ['amountinrupees', 'rupees', 'amountrupees', 'amountinr', 'inr'],
  paise: ['amountinpaise', 'paise', 'amountpaise'],
  reason: ['reason'],
  note: ['note', 'comment', 'remarks'],
  reference: ['reference', 'returnid', 'ticket'],
} as const

type Field = keyof typeof HEADINGS
export type Columns = ReadonlyMap<number, Field>

/** The fault of a heading. */
export interface HeadingProblem {
  readonly problem: 'no-order-column' | 'two-columns' | 'unit-of-amount' | 'unknown-column'
  readonly column?: string
}

/**
 * Finds the field of each column. A column named only `amount` does not say its unit, and is refused: 100 times too much money is the
 * worst error that a file can hold.
 */
export function columnsOf(headings: readonly string[]): Columns | HeadingProblem {
  const columns = new Map<number, Field>()
  for (const [at, heading] of headings.entries()) {
    const word = heading.toLowerCase().replace(/[^a-z]/g, '')
    if (word === 'amount') return { problem: 'unit-of-amount', column: heading }
    const found = (Object.keys(HEADINGS) as Field[]).find((field) =>
      (HEADINGS[field] as readonly string[]).includes(word),
    )
    if (!found) return { problem: 'unknown-column', column: heading.slice(0, 60) }
    if ([...columns.values()].includes(found)) return { problem: 'two-columns', column: heading }
    columns.set(at, found)
  }
  const fields = [...columns.values()]
  if (!fields.includes('merchantOrderId')) return { problem: 'no-order-column' }
  return fields.includes('rupees') && fields.includes('paise') ? { problem: 'two-columns', column: 'amount' } : columns
}

/**
 * Rows as requests; empty ones are left out. A row that repeats an earlier one, without a reference that tells them apart, is a
 * duplicate. `byComma`: commas separate the cells.
 */
export function readRows(
  columns: Columns,
  rows: readonly (readonly string[])[],
  { byComma = false }: { readonly byComma?: boolean } = {},
): ReadRow[] {
  const seen = new Set<string>()
  return rows.flatMap((cells, at): ReadRow | readonly ReadRow[] => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const split = byComma ? splitColumn(columns, cells) : undefined
    const row = split ? splitAmount(at + 2, split) : readRow(columns, cells, at + 2)
    if ('problem' in row) return row
    const identity = identityOf(row)
    if (seen.has(identity)) return { line: row.line, problem: 'duplicate' }
    seen.add(identity)
    return row
  })
}

const splitAmount = (line: number, column: Field): ReadRow => ({ line, problem: 'split-amount', column })

/** `1,499.00` without quotes is two cells: one rupee, and a text that only looks like a note. The column of such an amount. */
function splitColumn(columns: Columns, cells: readonly string[]): Field | undefined {
  const [at = -1, column] = [...columns].find(([, field]) => field === 'rupees' || field === 'paise') ?? []
  const [amount = '', next = ''] = cells.slice(at, at + 2).map((cell) => cell.trim())
  const isSplit = at >= 0 && /^₹?\s*\d{1,3}$/.test(amount) && /^\d{2,3}(?:\.\d{1,2})?$/.test(next)
  return isSplit ? column : undefined
}

/** Returns the identity of a row's refund, in this file and in another. The line, the reason and the note are not part of the identity. */
export const identityOf = ({ merchantOrderId, amount, reference = '' }: WantedRow): string =>
  JSON.stringify([merchantOrderId, amount ?? 'rest', visibleText(reference)])

function readRow(columns: Columns, cells: readonly string[], line: number): ReadRow {
  if (cells.length > columns.size) return { line, problem: 'too-many-cells' }
  const given = new Map<Field, string>()
  for (const [at, field] of columns) {
    const cell = cells[at]?.trim() ?? ''
    // A formula: what the person saw is not in the file.
    if (/^[=@]/.test(cell) || (/^[+-]/.test(cell) && field !== 'note'))
      return { line, problem: 'formula', column: field }
    if (cell !== '') given.set(field, cell)
  }
  const merchantOrderId = given.get('merchantOrderId')
  if (merchantOrderId === undefined) return { line, problem: 'no-order' }
  if (!/^[\w-]{1,63}$/.test(merchantOrderId)) return { line, problem: 'bad-order' }
  const amount = amountOf(given)
  if (amount === 'bad') return { line, problem: 'bad-amount' }
  const reason = given.get('reason')?.toLowerCase().replaceAll(' ', '-')
  if (reason !== undefined && !isReason(reason)) return { line, problem: 'bad-reason' }
  const [note, reference] = [given.get('note'), given.get('reference')]
  if ((note?.length ?? 0) > 500 || (reference?.length ?? 0) > 100) return { line, problem: 'long-note' }
  return {
    line,
    merchantOrderId,
    ...(amount === undefined ? {} : { amount }),
    ...(reason === undefined ? {} : { reason }),
    ...(note === undefined ? {} : { note }),
    ...(reference === undefined ? {} : { reference }),
  }
}

const isReason = (text: string): text is RefundReason => (REFUND_REASONS as readonly string[]).includes(text)

/** In paise. `bad`: it is no amount, or smaller than what the provider refunds. */
function amountOf(given: ReadonlyMap<Field, string>): Paise | undefined | 'bad' {
  const paise = given.get('paise')
  if (paise !== undefined) return /^[1-9]\d{2,14}$/.test(paise) ? (Number(paise) as Paise) : 'bad'
  const rupees = given.get('rupees')
  if (rupees === undefined) return undefined
  // Indian or western groups of digits, or none.
  const groups = /^₹?\s*(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,12})(?:\.(\d{1,2}))?$/.exec(rupees)
  if (!groups) return 'bad'
  const [, whole = '', part = ''] = groups
  const value = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
  return value >= SMALLEST_REFUND && Number.isSafeInteger(value) ? (value as Paise) : 'bad'
}

/** The known facts about the order of a row. */
export interface RowOrder {
  readonly order: Pick<OrderRecord, 'state' | 'attempts'> & {
    readonly availableAmount: number
  }
  readonly refunds: readonly RefundRecord[]
}

/** A row with the order that it is about, and the refund that exists under its id. */
export interface PlannedRow {
  readonly row: WantedRow & { readonly merchantRefundId: string }
  readonly about: RowOrder | undefined
  readonly known: RefundRecord | undefined
}

/** The plan for a row. `amount` in paise. */
export interface RowPlan {
  readonly plan: RefundRowPlan
  readonly amount?: Paise
  readonly paid?: Paise
  readonly refundable?: Paise
}

/**
 * Plans each row, in order. `left`: the sum that the requester may still request today; undefined without a limit. The request is judged
 * again when its turn comes.
 */
export function planRows(
  rows: readonly PlannedRow[],
  { controls, requester, left }: { controls: RefundControls; requester: Requester; left: number | undefined },
): RowPlan[] {
  const refunded = new Set<string>()
  let rest = left ?? Number.POSITIVE_INFINITY
  return rows.map((one) => {
    const { merchantOrderId } = one.row
    const planned = planRow(one, controls, requester)
    if (planned.plan !== 'refund' && planned.plan !== 'approval') return planned
    if (refunded.has(merchantOrderId)) return { ...planned, plan: 'same-order' }
    if ((planned.amount ?? 0) > rest) return { ...planned, plan: 'over-limit' }
    refunded.add(merchantOrderId)
    rest -= planned.amount ?? 0
    return planned
  })
}

function planRow({ row, about, known }: PlannedRow, controls: RefundControls, requester: Requester): RowPlan {
  if (!about) return { plan: 'order-unknown', ...(row.amount === undefined ? {} : { amount: row.amount }) }
  const { order, refunds } = about
  const refundable = order.availableAmount as Paise
  const facts = { paid: order.state === 'COMPLETED' ? bookedAmount(order) : (0 as Paise), refundable }
  if (known) return { ...facts, plan: 'exists', amount: known.amount }
  const amount = row.amount ?? refundable
  if (order.state !== 'COMPLETED') return { ...facts, plan: 'not-paid', ...(amount > 0 ? { amount } : {}) }
  // An open refund may free or take what is left: it is named first.
  if (refunds.some((other) => isOpen(other) || other.needsReview)) return { ...facts, plan: 'in-progress', amount }
  if (amount === 0) return { ...facts, plan: 'nothing-left' }
  const { kind } = judgeRefund({ ...row, amount }, undefined, order, refunds)
  // A review is refused, with its reason, when the row is run.
  if (kind !== 'new' && kind !== 'in-review') return { ...facts, plan: 'too-much', amount }
  const waits = needsApproval(controls, { requester, amount, earlier: refunds })
  return { ...facts, plan: waits ? 'approval' : 'refund', amount }
}
