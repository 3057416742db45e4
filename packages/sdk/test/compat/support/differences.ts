import type { Outcome, Seen } from './pair.ts'

/** One place in which the two packages are not the same. */
export interface Difference {
  /** `wire.headers.accept`, `outcome.facts.code`, … ; requests are not numbered, as what is true of one is true of all. */
  readonly at: string
  readonly official: unknown
  readonly ours: unknown
}

/** Requests are compared in pairs as far as both sides made them; that one made more shows in the sequence. */
export function differencesOf(official: Seen, ours: Seen): Difference[] {
  return [
    ...compare('sequence', official.sequence, ours.sequence),
    ...official.wire.flatMap((request, index) => {
      const other = ours.wire[index]
      return other && request.host === other.host ? compare('wire', request, other) : []
    }),
    ...outcomes(official.outcome, ours.outcome),
  ]
}

/** An answer here and an exception there are one difference; two exceptions of different families are one, too. */
export function outcomes(official: Outcome, ours: Outcome): Difference[] {
  const [there, here] = [official, ours].map((one) => ({ ...one, raised: undefined }))
  const comparable =
    'facts' in official && 'facts' in ours
      ? official.classes.join() === ours.classes.join()
      : 'class' in official && 'class' in ours
  return comparable ? compare('outcome', there, here) : [{ at: 'outcome', official: there, ours: here }]
}

/** Descends into plain objects; lists and everything else are compared whole. */
export function compare(at: string, official: unknown, ours: unknown): Difference[] {
  if (isRecord(official) && isRecord(ours)) {
    const names = new Set([...Object.keys(official), ...Object.keys(ours)])
    return [...names].flatMap((name) => compare(`${at}.${name}`, official[name], ours[name]))
  }
  return JSON.stringify(official) === JSON.stringify(ours) ? [] : [{ at, official, ours }]
}

const isRecord = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
