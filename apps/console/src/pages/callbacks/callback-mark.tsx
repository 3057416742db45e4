import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { StateMark } from '../../ui/state-mark.tsx'

/** What became of a delivery: its verdict, unless there is more to say. */
export function CallbackMark({ callback: { verdict, needsReview } }: { callback: CallbackRecord }) {
  return needsReview ? <StateMark kind="effect" state="needsReview" /> : <StateMark kind="callback" state={verdict} />
}
