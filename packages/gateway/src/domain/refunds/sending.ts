import { ANSWER_MS } from '../limits.ts'
import { flightEndMs } from '../refunds/polls.ts'
import type { RefundObservation } from './observations.ts'
import type { RefundRecord } from './refund.ts'

/**
 * True when the request may be sent, again under the same id. A status check must say that the provider does not have the refund, and no
 * earlier request may still arrive after the check. Before anything was sent, a refusal of the check with an undocumented message counts
 * as well.
 */
export function maySend(refund: RefundRecord, check: RefundObservation): boolean {
  if (check.kind !== 'status-failed' || !isToSend(refund)) return false
  if (mayStillArrive(refund, check)) return false
  const { inDoubt, attempts } = refund
  return check.unknownRefund || (check.unclear === true && !inDoubt && attempts === 0)
}

/** It is approved, and neither the provider nor a person is asked about it. */
const isToSend = ({ state, refusal, needsReview, approval = 'approved' }: RefundRecord): boolean =>
  state === 'REQUESTED' && !needsReview && !refusal && approval === 'approved'

/** A request may have arrived since the status was asked for, so that "not found" says nothing about it. */
export const mayStillArrive = (refund: RefundRecord, { checkedAtMs = 0 }: { readonly checkedAtMs?: number }): boolean =>
  checkedAtMs < flightEndMs(refund)

/**
 * When the answer to the request that is being sent is due, epoch milliseconds; undefined when no request is being sent. The refund stays due
 * until its sender has applied the answer, or has noticed that the answer is lost.
 */
export function answerDueAtMs(
  refund: Pick<RefundRecord, 'inDoubt' | 'underWaySinceMs'> & { readonly nextPollAtMs?: number },
): number | undefined {
  const { inDoubt, underWaySinceMs, nextPollAtMs = Number.POSITIVE_INFINITY } = refund
  const isAnswerApplied = underWaySinceMs === undefined || nextPollAtMs > underWaySinceMs
  return inDoubt && !isAnswerApplied ? underWaySinceMs + ANSWER_MS : undefined
}
