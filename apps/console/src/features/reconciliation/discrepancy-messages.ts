import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'
import { defined } from '../../api/browser.ts'

/** The kinds of discrepancies, the most expensive first, with what each one means. */
export const KINDS: readonly { kind: Discrepancy['kind']; label: string; meaning: string }[] = [
  {
    kind: 'amount',
    label: 'Amount differs',
    meaning: 'The paid or refunded amount differs from the one that the gateway has.',
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

interface SideValue {
  /** State of the order or refund. */
  state?: string
  /** Paise. */
  amount?: number
  /** The text, when it has another form. */
  text?: string
}

const STATES = new Set(['CREATED', 'REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED'])

/** Parses `ours` or `theirs` of a discrepancy: `COMPLETED, 10000 paise`, `49900 paise`, `PENDING`, `not known`. */
export function parseSide(text: string): SideValue {
  const [, state, paise] = /^(?:([A-Z]+)(?:, )?)?(?:(\d+) paise)?$/.exec(text) ?? []
  if (state !== undefined && !STATES.has(state)) return { text }
  if (state === undefined && paise === undefined) return { text }
  return defined({ state, amount: paise === undefined ? undefined : Number(paise) })
}

/** Sorts discrepancies: the most expensive kind first; within a kind, repairable ones first. */
export function bySeverity(rows: readonly Discrepancy[]): Discrepancy[] {
  const rank = ({ kind, repairable }: Discrepancy) =>
    KINDS.findIndex((one) => one.kind === kind) * 2 + (repairable ? 0 : 1)
  return [...rows].sort((a, b) => rank(a) - rank(b))
}
