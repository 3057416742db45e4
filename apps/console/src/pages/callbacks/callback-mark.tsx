import type { BookCallback } from '@galla/contract/books/callbacks'
import { StateMark } from '../../ui/state-mark.tsx'

/** What became of a delivery: its verdict, unless there is more to say. */
export function CallbackMark({ callback: { verdict, parked } }: { callback: BookCallback }) {
  return parked ? <StateMark kind="effect" state="parked" /> : <StateMark kind="callback" state={verdict} />
}

/** In a few words, beside the mark. */
export function outcomeOf({ verdict, parked, unknownEvent, processedAtMs, error }: BookCallback): string {
  if (verdict === 'duplicate') return 'Came before; changed nothing'
  if (verdict === 'refused') return 'Changed nothing'
  if (parked) return 'Could not be folded'
  if (unknownEvent) return 'Unknown event; kept, changed nothing'
  if (processedAtMs !== undefined) return 'Folded'
  return error === undefined ? 'Waiting to be folded' : 'Failed; tried again by itself'
}

/** Accepted, and its turn is still to come. */
export const isWaiting = ({ verdict, parked, processedAtMs }: BookCallback): boolean =>
  verdict === 'accepted' && !parked && processedAtMs === undefined
