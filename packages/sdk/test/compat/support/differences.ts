import type { Observation, Outcome } from './pair.ts'

/** One property in which the two packages differ. */
export interface Difference {
  /** Path of the property, such as `wire.headers.accept` or `outcome.exception.code`, the same for every request. */
  readonly at: string
  readonly official: unknown
  readonly ours: unknown
}

/** Requests are compared in pairs; a different number of requests appears in the sequence. */
export function differencesOf(official: Observation, ours: Observation): Difference[] {
  return [
    ...compare('sequence', official.sequence, ours.sequence),
    ...official.wire.flatMap((request, index) => {
      const other = ours.wire[index]
      return other && request.host === other.host ? compare('wire', request, other) : []
    }),
    ...outcomes(official.outcome, ours.outcome),
  ]
}

/** A result on one side and an exception on the other, or two unrelated exception classes, count as one difference. */
export function outcomes(official: Outcome, ours: Outcome): Difference[] {
  const [officialOutcome, ourOutcome] = [official, ours].map((one) => ({ ...one, error: undefined }))
  const comparable =
    'exception' in official && 'exception' in ours
      ? official.classes.join() === ours.classes.join()
      : 'class' in official && 'class' in ours
  return comparable
    ? compare('outcome', officialOutcome, ourOutcome)
    : [{ at: 'outcome', official: officialOutcome, ours: ourOutcome }]
}

/** Compares plain objects property by property, everything else as a whole. */
export function compare(at: string, official: unknown, ours: unknown): Difference[] {
  if (isRecord(official) && isRecord(ours)) {
    const names = new Set([...Object.keys(official), ...Object.keys(ours)])
    return [...names].flatMap((name) => compare(`${at}.${name}`, official[name], ours[name]))
  }
  return JSON.stringify(official) === JSON.stringify(ours) ? [] : [{ at, official, ours }]
}

const isRecord = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
