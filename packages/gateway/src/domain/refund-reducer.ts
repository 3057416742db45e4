import type { RefundState } from '@galla/contract/provider/states'
import type { DomainEvent } from './events.ts'
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
  | { readonly kind: 'reply' | 'status' | 'callback'; readonly facts: ProviderRefundStatus }
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
  readonly effects: readonly DomainEvent[]
  /** The request must be made, or made again under the same id: the provider does not know it. */
  readonly send: boolean
}

/** Folds what was heard into a refund: forward only, finals stay, a lost reply is never answered with a new id. */
export function reduceRefund(refund: RefundRecord, heard: RefundObservation): RefundReduction {
  switch (heard.kind) {
    case 'reply-failed':
      return reduceFailedReply(refund, heard)
    case 'status-failed':
      return reduceUnknown(refund, heard.unknownRefund)
    default:
      return reduceFacts(refund, heard.facts)
  }
}

function reduceFacts(refund: RefundRecord, facts: ProviderRefundStatus): RefundReduction {
  const { state, amount, originalMerchantOrderId, ...learned } = facts
  const foreign = originalMerchantOrderId !== undefined && originalMerchantOrderId !== refund.merchantOrderId
  if (state === 'UNKNOWN' || foreign || (amount !== undefined && amount !== refund.amount)) return still(refund)
  if (RANK[refund.state] === 3 || RANK[state] < RANK[refund.state]) return still(refund)
  // A refusal that was remembered in doubt was not about this.
  const { errorCode: _, detailedErrorCode: __, ...known } = refund
  const next: RefundRecord = { ...known, ...learned, state, inDoubt: false }
  return { refund: next, effects: state === refund.state ? [] : eventsOf(next), send: false }
}

/** The provider knows nothing under this id: it goes out, or out again; one that was refused meanwhile is over. */
function reduceUnknown(refund: RefundRecord, unknownRefund: boolean): RefundReduction {
  if (refund.state !== 'REQUESTED' || !unknownRefund) return still(refund)
  return refund.inDoubt && refund.errorCode !== undefined ? fail(refund) : { refund, effects: [], send: true }
}

function reduceFailedReply(
  refund: RefundRecord,
  { outcome, code, duplicateId }: Extract<RefundObservation, { kind: 'reply-failed' }>,
): RefundReduction {
  if (refund.state !== 'REQUESTED') return still(refund)
  if (outcome === 'unknown' || duplicateId) return still({ ...refund, inDoubt: true })
  if (outcome === 'not-sent') return still(refund)
  // What left before may have arrived, and the refusal may be about just that: a status read decides.
  if (refund.inDoubt) return still({ ...refund, errorCode: code ?? 'REFUSED' })
  return fail(code === undefined ? refund : { ...refund, errorCode: code })
}

function fail(refund: RefundRecord): RefundReduction {
  const failed: RefundRecord = { ...refund, state: 'FAILED', inDoubt: false }
  return { refund: failed, effects: eventsOf(failed), send: false }
}

function eventsOf({ state, merchantOrderId, merchantRefundId }: RefundRecord): DomainEvent[] {
  if (state !== 'COMPLETED' && state !== 'FAILED') return []
  const kind = state === 'COMPLETED' ? 'refund.completed' : 'refund.failed'
  return [{ kind, deliveryId: `${merchantRefundId}:${state.toLowerCase()}`, merchantOrderId, merchantRefundId }]
}

function still(refund: RefundRecord): RefundReduction {
  return { refund, effects: [], send: false }
}
