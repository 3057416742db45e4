import type { RefundState } from '@galla/contract/provider/states'
import type { DomainEvent } from './order.ts'
import type { RefundRecord } from './refund.ts'

/** A refund as the provider tells it. */
export interface ProviderRefundStatus {
  state: RefundState | 'UNKNOWN'
  amount?: number
  refundId?: string
  originalMerchantOrderId?: string
  errorCode?: string
  detailedErrorCode?: string
  utr?: string
}

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
  /** The request must be made, or made again under the same id: the provider does not know it. */
  readonly send: boolean
}

/** Applies an observation to a refund: forward only, finals stay, a lost reply is never answered with a new id. */
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

function reduceStatus(refund: RefundRecord, status: ProviderRefundStatus): RefundReduction {
  const { state, amount, originalMerchantOrderId, ...learned } = status
  const foreign = originalMerchantOrderId !== undefined && originalMerchantOrderId !== refund.merchantOrderId
  if (state === 'UNKNOWN' || foreign || (amount !== undefined && amount !== refund.amount)) return unchanged(refund)
  if (RANK[refund.state] === 3 || RANK[state] < RANK[refund.state]) return unchanged(refund)
  // A refusal that was remembered in doubt was not about this.
  const { errorCode: _, detailedErrorCode: __, ...known } = refund
  const next: RefundRecord = { ...known, ...learned, state, inDoubt: false }
  return { refund: next, events: state === refund.state ? [] : eventsOf(next), send: false }
}

/** The provider knows nothing under this id: it goes out, or out again; one that was refused meanwhile is over. */
function reduceUnknown(refund: RefundRecord, unknownRefund: boolean): RefundReduction {
  if (refund.state !== 'REQUESTED' || !unknownRefund) return unchanged(refund)
  return refund.inDoubt && refund.errorCode !== undefined ? fail(refund) : { refund, events: [], send: true }
}

function reduceFailedReply(
  refund: RefundRecord,
  { outcome, code, duplicateId }: Extract<RefundObservation, { kind: 'reply-failed' }>,
): RefundReduction {
  if (refund.state !== 'REQUESTED') return unchanged(refund)
  if (outcome === 'unknown' || duplicateId) return unchanged({ ...refund, inDoubt: true })
  if (outcome === 'not-sent') return unchanged(refund)
  // What left before may have arrived, and the refusal may be about just that: a status read decides.
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
