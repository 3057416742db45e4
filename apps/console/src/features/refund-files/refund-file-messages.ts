import type {
  RefundFile,
  RefundFileRow,
  RefundRowPlan,
  RefundRowResult,
} from '@galla/contract/gateway-api/refund-files'
import { amountText } from '../../i18n/format.ts'
import { plural } from '../../i18n/plural.ts'
import type { Tone } from '../../i18n/terms.ts'

/** A row in words: what it comes to, and why. */
export interface RowState {
  readonly label: string
  readonly tone: Tone
  readonly why?: string
}

const COLUMN_LABELS: { readonly [column: string]: string } = {
  merchantOrderId: 'order id',
  rupees: 'amount',
  paise: 'amount',
  reason: 'reason',
  note: 'note',
  reference: 'reference',
}

const PLANS: { readonly [Plan in RefundRowPlan]: RowState } = {
  refund: { label: 'Will be refunded', tone: 'neutral' },
  approval: {
    label: 'Needs a second person',
    tone: 'wait',
    why: 'The refund is requested, and then waits for the approval of another person.',
  },
  exists: {
    label: 'Refund exists',
    tone: 'neutral',
    why: 'This row was requested before, so nothing happens. If another refund is meant, add a column “reference” that tells them apart.',
  },
  'order-unknown': { label: 'Unknown order', tone: 'bad', why: 'There is no order with this id.' },
  'not-paid': { label: 'Not paid', tone: 'bad', why: 'The order is not paid, so there is nothing to refund.' },
  'nothing-left': { label: 'Nothing left', tone: 'bad', why: 'The order is refunded completely.' },
  'too-much': {
    label: 'Too much',
    tone: 'bad',
    why: 'The amount is larger than the amount that can still be refunded.',
  },
  'in-progress': {
    label: 'Refund in progress',
    tone: 'bad',
    why: 'Another refund of the order is not decided yet. Upload the row again later.',
  },
  'same-order': {
    label: 'Order twice in the file',
    tone: 'bad',
    why: 'A row above refunds this order. Add both amounts, or upload the file again when the first is final.',
  },
  'over-limit': {
    label: 'Above today’s limit',
    tone: 'bad',
    why: 'Your role may not refund that much more today. Upload the file again tomorrow.',
  },
  'no-order': { label: 'No order id', tone: 'bad', why: 'The order id is missing.' },
  'bad-order': {
    label: 'Bad order id',
    tone: 'bad',
    why: 'The order id has characters other than letters, digits, _ and -.',
  },
  'bad-amount': {
    label: 'Bad amount',
    tone: 'bad',
    why: 'The amount is not like 100, 1,499.50 or 1,00,000.00, or is less than ₹1.',
  },
  'split-amount': {
    label: 'Split amount',
    tone: 'bad',
    why: 'A comma may have split the amount into two cells. Put it in quotes, or write it like 1499.00.',
  },
  formula: { label: 'Formula', tone: 'bad', why: 'The cell begins like a formula.' },
  'bad-reason': { label: 'Unknown reason', tone: 'bad', why: 'The reason is not in the list.' },
  'long-note': {
    label: 'Text too long',
    tone: 'bad',
    why: 'The note has more than 500 characters, or the reference more than 100.',
  },
  'too-many-cells': { label: 'Too many cells', tone: 'bad', why: 'The row has more cells than the heading.' },
  duplicate: { label: 'Duplicate', tone: 'bad', why: 'The row repeats a row above.' },
}

const RESULTS: { readonly [Result in RefundRowResult]: RowState } = {
  requested: { label: 'Requested', tone: 'good' },
  waiting: { label: 'Waits for approval', tone: 'wait' },
  existed: { label: 'Refund exists', tone: 'neutral', why: 'It was requested in the meantime.' },
  refused: { label: 'Refused', tone: 'bad' },
  stopped: { label: 'Not run', tone: 'neutral', why: 'The file was stopped before its turn.' },
}

/** Returns the planned or actual result of a row. */
export function rowState({
  plan,
  result,
  column,
  message,
}: Pick<RefundFileRow, 'plan' | 'result' | 'column' | 'message'>): RowState {
  if (result) return { ...RESULTS[result], ...(message === undefined ? {} : { why: message }) }
  const state = PLANS[plan]
  return column === undefined || state.why === undefined
    ? state
    : { ...state, why: `${state.why} Column: ${COLUMN_LABELS[column] ?? column}.` }
}

/** The preview of a file, sentence by sentence. */
export function previewLines({ rows, toRefund, toApprove, existing, wrong }: RefundFile): string[] {
  return [
    toRefund.rows === 0
      ? `None of ${plural(rows, 'row')} can be refunded.`
      : `${plural(toRefund.rows, 'refund')} of together ${amountText(toRefund.amount)}, from ${plural(rows, 'row')}.`,
    ...(toApprove.rows > 0
      ? [
          `${plural(toApprove.rows, 'refund')} of ${amountText(toApprove.amount)} then ${toApprove.rows === 1 ? 'waits' : 'wait'} for the approval of a second person.`,
        ]
      : []),
    ...(existing.rows > 0
      ? [`${plural(existing.rows, 'row')} requested before: nothing happens to ${existing.rows === 1 ? 'it' : 'them'}.`]
      : []),
    ...(wrong > 0 ? [`${plural(wrong, 'row')} cannot be refunded, and ${wrong === 1 ? 'is' : 'are'} left out.`] : []),
  ]
}

/** The results of a file, sentence by sentence. */
export function resultLines({ toRefund, done, finishedAtMs, results, wrong }: RefundFile): string[] {
  const { requested, waiting, existed, refused, stopped } = results
  const part = (rows: number, text: string) => (rows > 0 ? [`${plural(rows, 'row')} ${text}`] : [])
  return [
    finishedAtMs === undefined
      ? `${done} of ${plural(toRefund.rows, 'refund')} requested.`
      : 'All rows have their result.',
    ...part(requested.rows, `requested: ${amountText(requested.amount)}.`),
    ...part(waiting.rows, `with ${amountText(waiting.amount)} waiting for a second person.`),
    ...part(existed.rows, 'requested by somebody else in the meantime.'),
    ...part(refused.rows, 'refused.'),
    ...part(stopped.rows, 'not run, because the file was stopped.'),
    ...part(wrong, 'left out, because they could not be refunded.'),
  ]
}

/** A file to begin with. */
export const SAMPLE =
  'merchantOrderId,amount in rupees,reason,note\r\no-example-1,499.00,damaged,broken in transit\r\no-example-2,,cancelled,\r\n'
