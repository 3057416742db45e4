import type { Discrepancy, DiscrepancyReason } from '@galla/contract/gateway-api/reconciliation'
import { amountText } from '../../i18n/format.ts'

/** The kinds of discrepancies, the most expensive first, with what each one means. */
export const KINDS: readonly { kind: Discrepancy['kind']; label: string; meaning: string }[] = [
  {
    kind: 'amount',
    label: 'Amount differs',
    meaning: 'The paid or refunded amount differs from the amount that the gateway has.',
  },
  {
    kind: 'attempt',
    label: 'Payment attempt differs',
    meaning: 'The provider and the gateway disagree about which attempts of the order were paid.',
  },
  {
    kind: 'state',
    label: 'Order state differs',
    meaning: 'The provider has another state for the order than the gateway.',
  },
  {
    kind: 'refunded',
    label: 'Refund state differs',
    meaning: 'The provider has another state for the refund than the gateway.',
  },
  {
    kind: 'missing-here',
    label: 'Missing in the gateway',
    meaning: 'The provider reported an order or refund that the gateway did not create.',
  },
  {
    kind: 'missing-there',
    label: 'Missing at the provider',
    meaning: 'The provider does not know an order or refund that it accepted before.',
  },
  {
    kind: 'unknown-state',
    label: 'Unknown state',
    meaning: 'The provider uses a state that this version does not know.',
  },
  {
    kind: 'unreadable',
    label: 'No readable response',
    meaning: 'The provider did not answer, or its response could not be read.',
  },
]

export const kindLabel = (kind: Discrepancy['kind']): string => KINDS.find((one) => one.kind === kind)?.label ?? kind

const REASONS: { readonly [Reason in DiscrepancyReason]: string } = {
  'provider-ahead': 'The provider knows more than the gateway. Repairing checks its status.',
  'provider-behind':
    'The provider reports less than is stored. The decisions explain the stored state; compare both dashboards.',
  'in-review': 'The record needs review. Resolve the review: the status is then checked again.',
  'amount-differs':
    'The provider reports another amount. Compare both dashboards; the next status check of an order puts it in review.',
  'unknown-state':
    'The provider reports a state that this version does not know. Update the package, or check the dashboard.',
  'no-answer': 'The provider did not answer. The next run compares the record again.',
  'check-failed': 'The status check failed. The API log shows the call.',
  'other-ids': 'The provider’s response names another order or refund. A status check puts it in review with both ids.',
  'gone-at-provider':
    'The provider accepted the record before, but does not know it now. Contact the provider’s support with the ids.',
  'refund-from-elsewhere': 'A refund was made outside this gateway. Repairing imports it.',
  'order-from-elsewhere':
    'A webhook names a record that this gateway does not hold. Another integration may use the same credentials and webhook address.',
}

/** Says what a discrepancy means and what to do. A reason from a newer gateway is shown as it is. */
export const reasonText = ({ reason }: Pick<Discrepancy, 'reason'>): string =>
  (Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ?? reason

/** Returns the text of a side that has neither state nor amount. */
export function emptySideText({ kind, reason }: Pick<Discrepancy, 'kind' | 'reason'>, side: 'ours' | 'theirs'): string {
  if (kind === 'unreadable') return side === 'ours' ? 'known' : reason === 'other-ids' ? 'other ids' : 'no answer'
  if (kind === 'attempt') return 'not completed'
  return reason === 'unknown-state' ? 'unknown' : 'not known'
}

const STATES = new Set(['CREATED', 'REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED'])

/** True when the state has a badge. Other states of the provider are shown as text. */
export const isKnownState = (state: string): boolean => STATES.has(state)

/** One side as text, for the preview of a repair: `COMPLETED`, `PENDING, ₹100.00`. */
export function sideText(row: Discrepancy, side: 'ours' | 'theirs'): string {
  const { state, amount } = row[side]
  const parts = [state, amount === undefined ? undefined : amountText(amount)].filter((part) => part !== undefined)
  return parts.length === 0 ? emptySideText(row, side) : parts.join(', ')
}

/** Sorts discrepancies: the most expensive kind first; within a kind, repairable ones first. */
export function bySeverity(rows: readonly Discrepancy[]): Discrepancy[] {
  const rank = ({ kind, repairable }: Discrepancy) =>
    KINDS.findIndex((one) => one.kind === kind) * 2 + (repairable ? 0 : 1)
  return [...rows].sort((a, b) => rank(a) - rank(b))
}
