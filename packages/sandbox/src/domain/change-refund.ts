import type { RefundState } from '@galla/contract/provider/states'
import type { Refund, RefundStep } from './refund.ts'

export type RefundEvent = 'REFUND_ACCEPTED' | 'REFUND_COMPLETED' | 'REFUND_FAILED'

export interface RefundChange {
  readonly refund: Refund
  readonly events: readonly RefundEvent[]
  readonly refused?: 'REFUND_IS_FINAL' | 'REFUND_GOES_FORWARD_ONLY'
}

const RANK: { readonly [State in RefundState]: number } = { PENDING: 0, CONFIRMED: 1, COMPLETED: 2, FAILED: 2 }

/**
 * The only way a refund changes: forward. What was planned before the step that is taken falls away. A step to `PENDING` holds
 * a refund that is still queued: nothing happens by itself any more.
 */
export function changeRefund(refund: Refund, step: Omit<RefundStep, 'atMs'>, nowMs: number): RefundChange {
  if (RANK[refund.state] === 2) return { refund, events: [], refused: 'REFUND_IS_FINAL' }
  if (step.to === 'PENDING' && refund.state === 'PENDING') return { refund: { ...refund, plan: [] }, events: [] }
  if (RANK[step.to] <= RANK[refund.state]) return { refund, events: [], refused: 'REFUND_GOES_FORWARD_ONLY' }
  const plan = refund.plan.filter((one) => RANK[one.to] > RANK[step.to])
  const failed = step.to === 'FAILED' && step.failure ? { failure: step.failure } : {}
  return { refund: { ...refund, ...failed, state: step.to, changedAtMs: nowMs, plan }, events: [eventFor(step.to)] }
}

function eventFor(state: RefundState): RefundEvent {
  if (state === 'COMPLETED') return 'REFUND_COMPLETED'
  return state === 'FAILED' ? 'REFUND_FAILED' : 'REFUND_ACCEPTED'
}
