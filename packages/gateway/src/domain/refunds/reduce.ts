import { refundEvent } from '../events/events.ts'
import type { DomainEvent, RefundEventType } from '../orders/order.ts'
import { decide } from './decide.ts'
import { type Finding, findingsOf, laterFindings } from './findings.ts'
import type { RefundObservation, RefundSurroundings } from './observations.ts'
import { record } from './record.ts'
import type { RefundRecord } from './refund.ts'

export interface RefundReduction {
  readonly refund: RefundRecord
  readonly events: readonly DomainEvent[]
}

/**
 * Applies an observation to a refund: records it, finds what stands in the way, decides once when nothing does, and returns the new refund with
 * the events, which are the difference. Pure. A request that may have been received stays in doubt, with its amount reserved, until a
 * status of the provider decides it.
 */
export function reduceRefund(
  before: RefundRecord,
  observation: RefundObservation,
  surroundings: RefundSurroundings,
): RefundReduction {
  const { nowMs } = surroundings
  const recorded = record(before, observation, surroundings)
  const found = findingsOf(recorded, surroundings)
  const decided = decide(recorded, found, observation, nowMs)
  const [asked] = [...found, ...laterFindings(decided, observation, surroundings)]
  const refund = withReview(decided, asked, nowMs)
  const isAsked = refund.needsReview !== undefined && refund.needsReview.reason !== recorded.needsReview?.reason
  const types = [...stateEvents(before, refund), ...(isAsked ? (['refund.needs_review'] as const) : [])]
  return types.reduce<RefundReduction>(withEvent, { refund, events: [] })
}

/** The first finding is the review. One that ends by itself leaves none. */
function withReview(refund: RefundRecord, asked: Finding | undefined, nowMs: number): RefundRecord {
  const { needsReview: known, ...rest } = refund
  if (!asked) return rest
  if (asked.reason === 'unreadable') return refund
  const { key: _, ours, ...mismatch } = asked
  const sinceMs = known?.sinceMs ?? nowMs
  const { state, amount } = refund
  return { ...rest, needsReview: { ...mismatch, sinceMs, ours: { state, amount, ...ours } } }
}

/** Receivers of a completed refund learn of another amount as well. */
function stateEvents(before: RefundRecord, after: RefundRecord): RefundEventType[] {
  if (before.state === after.state)
    return after.state === 'COMPLETED' && before.amount !== after.amount ? ['refund.completed'] : []
  if (after.state === 'COMPLETED') return ['refund.completed']
  if (after.state === 'FAILED') return ['refund.failed']
  return before.state === 'FAILED' ? ['refund.reopened'] : []
}

/** The first event of a refund is named by its kind; later ones are also numbered, so that a corrected refund is reported again. */
function withEvent({ refund, events }: RefundReduction, type: RefundEventType): RefundReduction {
  const eventCount = refund.eventCount + 1
  const event = refundEvent(type, refund, eventCount === 1 ? undefined : eventCount)
  return { refund: { ...refund, eventCount }, events: [...events, event] }
}
