import type {
  RefundFile,
  RefundFileRow,
  RefundRowPlan,
  RefundRowResult,
} from '@galla/contract/gateway-api/refund-files'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import type { Tone } from '../../i18n/terms.ts'
import { rowsEnglish } from './english.ts'

/** A row in words: what it comes to, and why. */
export interface RowState {
  readonly label: string
  readonly tone: Tone
  readonly why?: string
}

const t = messages('refund-files/rows', rowsEnglish)

const COLUMN_LABELS: { readonly [column: string]: string } = t.columns

const PLANS: { readonly [Plan in RefundRowPlan]: Omit<RowState, 'tone'> } = t.plans

/** The tones of the plans that are no problem. */
const PLAN_TONES: { readonly [Plan in RefundRowPlan]?: Tone } = {
  refund: 'neutral',
  approval: 'wait',
  exists: 'neutral',
}

const RESULTS: { readonly [Result in RefundRowResult]: Omit<RowState, 'tone'> } = t.results

const RESULT_TONES: { readonly [Result in RefundRowResult]: Tone } = {
  requested: 'good',
  waiting: 'wait',
  existed: 'neutral',
  refused: 'bad',
  stopped: 'neutral',
}

/** Returns the planned or actual result of a row. */
export function rowState({
  plan,
  result,
  column,
  message,
}: Pick<RefundFileRow, 'plan' | 'result' | 'column' | 'message'>): RowState {
  if (result)
    return { ...RESULTS[result], tone: RESULT_TONES[result], ...(message === undefined ? {} : { why: message }) }
  const state = { ...PLANS[plan], tone: PLAN_TONES[plan] ?? 'bad' }
  return column === undefined || state.why === undefined
    ? state
    : { ...state, why: t.inColumn(state.why, COLUMN_LABELS[column] ?? column) }
}

/** One sentence, where there are rows to speak of. */
const some = (rows: number, sentence: string): string[] => (rows > 0 ? [sentence] : [])

/** The preview of a file, sentence by sentence. */
export function previewLines({ rows, toRefund, toApprove, existing, wrong }: RefundFile): string[] {
  const { preview } = t
  return [
    toRefund.rows === 0 ? preview.none(rows) : preview.refunds(toRefund.rows, amountText(toRefund.amount), rows),
    ...some(toApprove.rows, preview.approval(toApprove.rows, amountText(toApprove.amount))),
    ...some(existing.rows, preview.existing(existing.rows)),
    ...some(wrong, preview.wrong(wrong)),
  ]
}

/** The results of a file, sentence by sentence. */
export function resultLines({ toRefund, done, finishedAtMs, results, wrong }: RefundFile): string[] {
  const { requested, waiting, existed, refused, stopped } = results
  const { run } = t
  return [
    finishedAtMs === undefined ? run.some(done, toRefund.rows) : run.all,
    ...some(requested.rows, run.requested(requested.rows, amountText(requested.amount))),
    ...some(waiting.rows, run.waiting(waiting.rows, amountText(waiting.amount))),
    ...some(existed.rows, run.existed(existed.rows)),
    ...some(refused.rows, run.refused(refused.rows)),
    ...some(stopped.rows, run.stopped(stopped.rows)),
    ...some(wrong, run.wrong(wrong)),
  ]
}

/** A file to begin with. */
export const SAMPLE =
  'merchantOrderId,amount in rupees,reason,note\r\no-example-1,499.00,damaged,broken in transit\r\no-example-2,,cancelled,\r\n'
