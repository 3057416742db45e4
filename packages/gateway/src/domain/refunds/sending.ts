import { flightEndMs } from '../schedule.ts'
import type { RefundObservation } from './observations.ts'
import type { RefundRecord } from './refund.ts'

/**
 * Whether to send the request, again under the same id: only after a status check that says that the provider does not have it, and that
 * was asked for when no earlier request could arrive any more. Before anything was sent, a check that is refused with an undocumented message
 * counts as that too.
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
