import type { RefundState } from '@galla/contract/provider/states'
import type { DomainEvent } from './order.ts'
import type { RefundRecord } from './refund.ts'

/** A refund as a response of the provider or a callback reports it. `amount` in paise. */
export interface ProviderRefundStatus {
  state: RefundState | 'UNKNOWN'
  amount?: number
  refundId?: string
  originalMerchantOrderId?: string
  errorCode?: string
  detailedErrorCode?: string
  utr?: string
}

/** One thing that the gateway learned about a refund. Only observations change a refund. */
export type RefundObservation =
  | { readonly kind: 'reply' | 'status' | 'callback'; readonly status: ProviderRefundStatus }
  | {
      readonly kind: 'reply-failed'
      readonly outcome: 'not-sent' | 'rejected' | 'unknown'
      readonly code?: string
      readonly duplicateId: boolean
    }
  | { readonly kind: 'status-failed'; readonly unknownRefund: boolean }

const RANK: { readonly [State in RefundRecord['state']]: number } = {
  REQUESTED: 0,
  PENDING: 1,
  CONFIRMED: 2,
  COMPLETED: 3,
  FAILED: 3,
}

export interface RefundReduction {
  readonly refund: RefundRecord
  readonly events: readonly DomainEvent[]
  /** Whether to send the request, or to send it again under the same id: the provider does not know the refund. */
  readonly send: boolean
}

/**
 * Applies an observation to a refund. Pure. The state only moves forward and a final state stays. A request that the provider may
 * have received stays in doubt, with its amount reserved, until a status check decides.
 */
export function reduceRefund(refund: RefundRecord, observation: RefundObservation): RefundReduction {
  switch (observation.kind) {
    case 'reply-failed':
      return reduceFailedReply(refund, observation)
    case 'status-failed':
      return reduceUnknown(refund, observation.unknownRefund)
    default:
      return reduceStatus(refund, observation.status)
  }
}

/** A status of another order, with another amount or with an unknown state changes nothing. */
function reduceStatus(refund: RefundRecord, status: ProviderRefundStatus): RefundReduction {
  const { state, amount, originalMerchantOrderId, ...reported } = status
  const foreign = originalMerchantOrderId !== undefined && originalMerchantOrderId !== refund.merchantOrderId
  if (state === 'UNKNOWN' || foreign || (amount !== undefined && amount !== refund.amount)) return unchanged(refund)
  if (RANK[refund.state] === 3 || RANK[state] < RANK[refund.state]) return unchanged(refund)
  // The provider knows the refund, so a refusal that was stored while it was in doubt did not concern it.
  const { errorCode: _, detailedErrorCode: __, ...known } = refund
  const next: RefundRecord = { ...known, ...reported, state, inDoubt: false }
  return { refund: next, events: state === refund.state ? [] : eventsOf(next), send: false }
}

/** The provider does not know the id: the request is sent (again), unless a repeat was refused, which then fails the refund. */
function reduceUnknown(refund: RefundRecord, unknownRefund: boolean): RefundReduction {
  if (refund.state !== 'REQUESTED' || !unknownRefund) return unchanged(refund)
  return refund.inDoubt && refund.errorCode !== undefined ? fail(refund) : { refund, events: [], send: true }
}

/** Only a refusal of the first request fails the refund; a refused repeat waits for a status check. */
function reduceFailedReply(
  refund: RefundRecord,
  { outcome, code, duplicateId }: Extract<RefundObservation, { kind: 'reply-failed' }>,
): RefundReduction {
  if (refund.state !== 'REQUESTED') return unchanged(refund)
  if (outcome === 'unknown' || duplicateId) return unchanged({ ...refund, inDoubt: true })
  if (outcome === 'not-sent') return unchanged(refund)
  // An earlier request may have arrived and caused this refusal.
  if (refund.inDoubt) return unchanged({ ...refund, errorCode: code ?? 'REFUSED' })
  return fail(code === undefined ? refund : { ...refund, errorCode: code })
}

function fail(refund: RefundRecord): RefundReduction {
  const failed: RefundRecord = { ...refund, state: 'FAILED', inDoubt: false }
  return { refund: failed, events: eventsOf(failed), send: false }
}

function eventsOf({ state, merchantOrderId, merchantRefundId }: RefundRecord): DomainEvent[] {
  if (state !== 'COMPLETED' && state !== 'FAILED') return []
  const type = state === 'COMPLETED' ? 'refund.completed' : 'refund.failed'
  return [{ type, deliveryId: `${merchantRefundId}:${state.toLowerCase()}`, merchantOrderId, merchantRefundId }]
}

function unchanged(refund: RefundRecord): RefundReduction {
  return { refund, events: [], send: false }
}
