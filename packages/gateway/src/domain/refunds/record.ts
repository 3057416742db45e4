import { defined } from '../defined.ts'
import { awaitsApproval } from './controls.ts'
import type { ApprovalObservation, FailedResponse, RefundObservation, RefundSurroundings } from './observations.ts'
import { hasOurId, type RefundIds, type RefundRecord } from './refund.ts'
import { resolve } from './resolve.ts'
import type { Disputed, Mismatch, ProviderRefundStatus, Report } from './statements.ts'

/** Records what was observed, and judges none of it. */
export function record(
  refund: RefundRecord,
  observation: RefundObservation,
  surroundings: RefundSurroundings,
): RefundRecord {
  const { nowMs } = surroundings
  switch (observation.kind) {
    case 'status':
      return recordStatement(refund, observation.status, observation.outdated)
    case 'response':
      return isAwaited(refund, observation.attempt) ? recordStatement(refund, observation.status) : refund
    case 'response-failed':
      return recordFailedResponse(refund, observation, nowMs)
    case 'status-failed':
      return observation.unknownRefund ? recordDenial(refund, nowMs) : refund
    case 'approval':
      return recordApproval(refund, observation, nowMs)
    case 'resolution':
      return resolve(refund, observation.decision, surroundings)
    case 'not-needed':
    case 'balance':
      return refund
  }
}

/** Nothing else has been observed meanwhile. Otherwise the response is older, and the status decides. */
const isAwaited = (refund: RefundRecord, attempt: number): boolean =>
  refund.state === 'REQUESTED' && refund.attempts === attempt

/** A statement about this refund is news until it is agreed to; any other one is kept beside it. */
function recordStatement(refund: RefundRecord, status: ProviderRefundStatus, isOutdated = false): RefundRecord {
  const { disputed } = refund
  const stray = strayOf(refund, status)
  if (stray) return { ...refund, disputed: { ...disputed, stray } }
  const report = reportOf(status)
  if (isBehind(refund, report, isOutdated)) return refund
  const paidOut = paidOutBy(report) ?? disputed?.paidOut ?? paidOutBy(disputed?.stray?.theirs)
  const failed = disputed?.failed || (report.state === 'FAILED' && !hasOurId(refund)) || undefined
  return { ...refund, disputed: { report, ...defined({ paidOut, failed }) } }
}

/** Returns the payout that a statement reports. */
const paidOutBy = (said: { readonly state?: string; readonly amount?: number } = {}): Disputed['paidOut'] =>
  said.state === 'COMPLETED' ? defined({ amount: said.amount }) : undefined

function reportOf({ state, amount = -1, refundId, errorCode, ...rest }: ProviderRefundStatus): Report {
  const { detailedErrorCode, utr, timestamp } = rest
  const known = defined({ refundId, errorCode, detailedErrorCode, utr, timestamp })
  return { state: state as Report['state'], ...known, ...(amount >= 0 && { amount }) }
}

/** A status that is about another refund, as from a cache between the provider and us. */
export const isOfAnother = (asked: RefundIds, { merchantRefundId, owner }: ProviderRefundStatus): boolean =>
  owner !== undefined || differs(asked.merchantRefundId, merchantRefundId)

export const differs = (ours: unknown, theirs: unknown): boolean =>
  ours !== undefined && theirs !== undefined && ours !== theirs

/**
 * Returns the ids of the other refund that a status is about. A status that names no other refund may be about this refund: the status
 * counts until a person has resolved the finding.
 */
function idOf(
  refund: RefundRecord,
  { merchantRefundId, refundId, owner }: ProviderRefundStatus,
  theirs: Theirs,
): Theirs {
  const isNamed = merchantRefundId !== undefined && merchantRefundId === refund.merchantRefundId
  const other = isNamed ? undefined : (merchantRefundId ?? owner?.merchantRefundId)
  return other === undefined ? { ...theirs, ...defined({ refundId }) } : { merchantRefundId: other }
}

type Theirs = NonNullable<Mismatch['theirs']>

type Stray = (refund: RefundRecord, status: ProviderRefundStatus, theirs: Theirs) => Mismatch | false

/** Statements that do not say what became of this refund. They replace none that does. */
const STRAYS: readonly Stray[] = [
  (refund, status, theirs) =>
    isOfAnother(refund, status) && { reason: 'contradiction', theirs: idOf(refund, status, theirs) },
  ({ merchantOrderId }, { originalMerchantOrderId: theirOrder }, theirs) =>
    differs(merchantOrderId, theirOrder) && {
      reason: 'order-mismatch',
      theirs: { ...theirs, ...defined({ merchantOrderId: theirOrder }) },
    },
  (_, { state }, theirs) => state === 'UNKNOWN' && { reason: 'unknown-state', theirs },
  // Nothing says which refund was decided: an order may have several.
  (refund, { merchantRefundId, refundId, state }, theirs) =>
    (merchantRefundId ?? refundId) === undefined &&
    state !== 'PENDING' &&
    state !== refund.state && { reason: 'contradiction', theirs },
  ({ refundId: ours }, { refundId }, theirs) =>
    differs(ours, refundId) && {
      reason: 'contradiction',
      theirs: { ...theirs, ...defined({ refundId }) },
      ours: defined({ refundId: ours }),
    },
]

/** Why a status says nothing about the refund; undefined of one that does. */
export function strayOf(refund: RefundRecord, status: ProviderRefundStatus): Mismatch | undefined {
  const { wireState, state, amount = -1 } = status
  const theirs = { state: wireState ?? state, ...(amount >= 0 && { amount }) }
  return STRAYS.map((rule) => rule(refund, status, theirs)).find((found) => found !== false)
}

const RANK: { readonly [State in RefundRecord['state']]: number } = {
  REQUESTED: 0,
  PENDING: 1,
  CONFIRMED: 2,
  COMPLETED: 3,
  FAILED: 3,
}

const lastSaid = ({ state }: RefundRecord, { report, paidOut }: Disputed): RefundRecord['state'] =>
  report?.state ?? (paidOut ? 'COMPLETED' : state)

/** Callbacks and caches lag. FAILED is corrected by a later status; what was paid out is taken back by a person only. */
function isBehind(refund: RefundRecord, { state, amount }: Report, isOutdated: boolean): boolean {
  const { disputed = {} } = refund
  const last = lastSaid(refund, disputed)
  if (last === 'FAILED') {
    const isPaidOut = disputed.paidOut !== undefined || refund.state === 'COMPLETED'
    return state !== 'FAILED' && state !== 'COMPLETED' && (isOutdated || isPaidOut)
  }
  const isNews = last === refund.state && differs(refund.amount, amount)
  const reached = refund.state === 'FAILED' ? 0 : RANK[refund.state]
  return RANK[state] < Math.max(RANK[last], reached) && !isNews
}

/** A repeated refusal that is not documented is given this long to show up in the status before a person is asked. Milliseconds. */
const REFUSAL_GRACE_MS = 60_000

/** The provider does not have the refund. Without a refusal that is only a reason to send the request. */
function recordDenial(refund: RefundRecord, nowMs: number): RefundRecord {
  const { state, refusal } = refund
  if (state !== 'REQUESTED' || !refusal || refusal.isDenied) return refund
  if (refusal.meaning === 'unclear' && nowMs - refusal.atMs < REFUSAL_GRACE_MS) return refund
  return { ...refund, refusal: { ...refusal, isDenied: true } }
}

/** The request stays in doubt unless it is certain that nothing was sent. A refusal is kept for the status check that follows. */
function recordFailedResponse(
  refund: RefundRecord,
  { outcome, attempt, first, refusal }: FailedResponse,
  nowMs: number,
): RefundRecord {
  // The provider has reported the refund meanwhile, or another process has sent it again.
  if (refund.state !== 'REQUESTED' || !refund.inDoubt || refund.attempts !== attempt) return refund
  if (outcome === 'unknown') return refund
  // Answered, or never sent. An earlier request is not under way either: this one left after its flight.
  const { underWaySinceMs: _, ...landed } = refund
  if (outcome === 'not-sent') return first ? { ...landed, inDoubt: false } : landed
  if (!refusal) return landed
  const meaning = refusal.meaning === 'refused' && !first ? 'unclear' : refusal.meaning
  return { ...landed, refusal: { ...refusal, meaning, atMs: nowMs } }
}

/** Once, and in time; nobody approves an own request. */
function recordApproval(
  refund: RefundRecord,
  { decision, by, note }: ApprovalObservation,
  nowMs: number,
): RefundRecord {
  const isLate = nowMs >= (refund.approveByMs ?? 0)
  if (!awaitsApproval(refund) || isLate !== (decision === 'expired')) return refund
  if (decision === 'approved' && (!by || by.userId === refund.requestedById)) return refund
  return {
    ...refund,
    approval: decision,
    decidedAtMs: nowMs,
    ...defined({ decidedBy: by?.name, decidedById: by?.userId, decisionNote: note }),
    ...(decision === 'approved' && { stateSinceMs: nowMs }),
  }
}
