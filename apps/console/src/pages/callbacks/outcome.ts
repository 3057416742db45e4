import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'

/** In a few words, beside the mark. */
export function outcomeOf({ verdict, needsReview, unknownEvent, processedAtMs, error }: CallbackRecord): string {
  if (verdict === 'duplicate') return 'Came before'
  if (verdict === 'refused') return 'Changed nothing'
  if (needsReview) return 'Could not be folded'
  if (unknownEvent) return 'Unknown event, kept'
  if (processedAtMs !== undefined) return 'Folded'
  return error === undefined ? 'Waiting to be folded' : 'Failed; tried again by itself'
}

/** Accepted, and its turn is still to come. */
export const isWaiting = ({ verdict, needsReview, processedAtMs }: CallbackRecord): boolean =>
  verdict === 'accepted' && !needsReview && processedAtMs === undefined
