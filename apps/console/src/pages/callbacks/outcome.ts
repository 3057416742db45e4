import type { BookCallback } from '@galla/contract/books/callbacks'

/** In a few words, beside the mark. */
export function outcomeOf({ verdict, parked, unknownEvent, processedAtMs, error }: BookCallback): string {
  if (verdict === 'duplicate') return 'Came before'
  if (verdict === 'refused') return 'Changed nothing'
  if (parked) return 'Could not be folded'
  if (unknownEvent) return 'Unknown event, kept'
  if (processedAtMs !== undefined) return 'Folded'
  return error === undefined ? 'Waiting to be folded' : 'Failed; tried again by itself'
}

/** Accepted, and its turn is still to come. */
export const isWaiting = ({ verdict, parked, processedAtMs }: BookCallback): boolean =>
  verdict === 'accepted' && !parked && processedAtMs === undefined
