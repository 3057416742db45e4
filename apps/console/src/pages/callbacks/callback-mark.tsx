import type { BookCallback } from '@galla/contract/books/callbacks'
import { StateMark } from '../../ui/state-mark.tsx'

/** What became of a delivery: its verdict, unless there is more to say. */
export function CallbackMark({ callback: { verdict, parked } }: { callback: BookCallback }) {
  return parked ? <StateMark kind="effect" state="parked" /> : <StateMark kind="callback" state={verdict} />
}
