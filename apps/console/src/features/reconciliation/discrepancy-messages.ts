import type { Discrepancy } from '@galla/contract/gateway-api/console-routes'

export type DriftKind = Discrepancy['kind']

/** Each kind of difference in the order in which it costs money, with what it means for a shop. */
export const KINDS: readonly { kind: DriftKind; label: string; means: string }[] = [
  {
    kind: 'amount',
    label: 'Another amount',
    means: 'Somebody paid or was given back another sum than these books say.',
  },
  {
    kind: 'state',
    label: 'Another state',
    means: 'The order is further at the provider, or less far, than in these books.',
  },
  {
    kind: 'refunded',
    label: 'Refund differs',
    means: 'A refund is further at the provider, or less far, than in these books.',
  },
  {
    kind: 'missing-here',
    label: 'Not in these books',
    means: 'The provider told of something that these books never began.',
  },
  { kind: 'missing-there', label: 'Not at the provider', means: 'The provider does not know what it once took in.' },
  { kind: 'unknown-state', label: 'Unknown word', means: 'The provider uses a word that this version does not know.' },
  {
    kind: 'unreadable',
    label: 'No readable answer',
    means: 'The provider did not answer, or not so that it could be read.',
  },
]

export const labelOf = (kind: DriftKind): string => KINDS.find((one) => one.kind === kind)?.label ?? kind

export interface Said {
  /** An order's or refund's state, where it is one. */
  state?: string
  /** Paise. */
  amount?: number
  /** Whatever else was said, in its own words. */
  words?: string
}

const STATES = new Set(['CREATED', 'REQUESTED', 'PENDING', 'CONFIRMED', 'COMPLETED', 'FAILED'])

/** What one side says, taken apart: `COMPLETED, 10000 paise`, `49900 paise`, `PENDING`, `not known`. */
export function readSaid(text: string): Said {
  const [, state, paise] = /^(?:([A-Z]+)(?:, )?)?(?:(\d+) paise)?$/.exec(text) ?? []
  if (state !== undefined && !STATES.has(state)) return { words: text }
  if (state === undefined && paise === undefined) return { words: text }
  return { ...(state === undefined ? {} : { state }), ...(paise === undefined ? {} : { amount: Number(paise) }) }
}

/** What costs money first; what repairing mends before what it does not. */
export function byWeight(rows: readonly Discrepancy[]): Discrepancy[] {
  const weight = ({ kind, repairable }: Discrepancy) =>
    KINDS.findIndex((one) => one.kind === kind) * 2 + (repairable ? 0 : 1)
  return [...rows].sort((a, b) => weight(a) - weight(b))
}
