import type { Discrepancy, DiscrepancyReason } from '@galla/contract/gateway-api/reconciliation'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { describeState } from '../../i18n/terms.ts'
import { discrepancyEnglish } from './english.ts'

const t = messages('reconciliation/discrepancies', discrepancyEnglish)

/** The kinds of discrepancies, the most expensive first. */
const ORDER = [
  'amount',
  'attempt',
  'state',
  'refunded',
  'missing-here',
  'missing-there',
  'unknown-state',
  'unreadable',
] as const satisfies readonly Discrepancy['kind'][]

/** The same with what each one means. */
export const KINDS: readonly { kind: Discrepancy['kind']; label: string; meaning: string }[] = ORDER.map((kind) => ({
  kind,
  ...t.kinds[kind],
}))

export const kindLabel = (kind: Discrepancy['kind']): string => KINDS.find((one) => one.kind === kind)?.label ?? kind

const REASONS: { readonly [Reason in DiscrepancyReason]: string } = t.reasons

/** Says what a discrepancy means and what to do. A reason from a newer gateway is shown as it is. */
export const reasonText = ({ reason }: Pick<Discrepancy, 'reason'>): string =>
  (Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ?? reason

/** Returns the text of a side that has neither state nor amount. */
export function emptySideText({ kind, reason }: Pick<Discrepancy, 'kind' | 'reason'>, side: 'ours' | 'theirs'): string {
  if (kind === 'unreadable')
    return side === 'ours' ? t.side.known : reason === 'other-ids' ? t.side.otherIds : t.side.noAnswer
  if (kind === 'attempt') return t.side.notCompleted
  return reason === 'unknown-state' ? t.side.unknown : t.side.notKnown
}

const STATES = new Set(['CREATED', 'REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED'])

/** True when the state has a badge. Other states of the provider are shown as text. */
export const isKnownState = (state: string): boolean => STATES.has(state)

/** The record that a discrepancy is about. */
export const recordOf = ({ merchantRefundId }: Pick<Discrepancy, 'merchantRefundId'>): 'order' | 'refund' =>
  merchantRefundId === undefined ? 'order' : 'refund'

/** One side as text, for the preview of a repair: `Completed`, `Pending, ₹100.00`. */
export function sideText(row: Discrepancy, side: 'ours' | 'theirs'): string {
  const { state, amount } = row[side]
  const parts = [
    state === undefined ? undefined : describeState(recordOf(row), state).label,
    amount === undefined ? undefined : amountText(amount),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? emptySideText(row, side) : parts.join(', ')
}

/** Sorts discrepancies: the most expensive kind first; within a kind, repairable ones first. */
export function bySeverity(rows: readonly Discrepancy[]): Discrepancy[] {
  const rank = ({ kind, repairable }: Discrepancy) =>
    KINDS.findIndex((one) => one.kind === kind) * 2 + (repairable ? 0 : 1)
  return [...rows].sort((a, b) => rank(a) - rank(b))
}
