import type { RefundApproval, RefundReview, ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { defined } from './defined.ts'
import { refundEvent } from './events.ts'
import type { DomainEvent, RefundEventType } from './order.ts'
import { isOpen, newRefund, type RefundRecord, type Refusal } from './refund.ts'
import { awaitsApproval } from './refund-controls.ts'
import { isKnownByProviderId } from './refund-of-provider.ts'
import { findRefundMismatch, isOfAnother, type ProviderRefundStatus, type RefundMismatch } from './refund-rules.ts'
import { flightEndMs } from './schedule.ts'

/** One thing that the gateway learned about a refund. Only observations change a refund. */
export type RefundObservation =
  /** The provider's status. `outdated`: it may be older than what is stored, so it corrects nothing. */
  | ({ readonly kind: 'status'; readonly status: ProviderRefundStatus; readonly outdated?: boolean } & Asked)
  /** The response to a request. `attempt`: `RefundRecord.attempts` of its sending. */
  | { readonly kind: 'response'; readonly status: ProviderRefundStatus; readonly attempt: number }
  | {
      readonly kind: 'response-failed'
      readonly outcome: 'not-sent' | 'rejected' | 'unknown'
      /** `RefundRecord.attempts` of the sending that failed. */
      readonly attempt: number
      /** No request was sent before that could have been received. */
      readonly first: boolean
      /** What a refusal means; absent when it says nothing about the refund, such as a rate limit. */
      readonly refusal?: Omit<Refusal, 'atMs'>
    }
  | ({
      readonly kind: 'status-failed'
      /** The provider says that it does not know the refund. */
      readonly unknownRefund: boolean
      /** The provider answered with an undocumented message, so it may mean the same. */
      readonly unclear?: boolean
      /** The undocumented message is about the refund or what was not found, as opposed to the request. */
      readonly unclearAboutRefund?: boolean
      /** The provider answered, and shows no such refund. */
      readonly refused?: boolean
      /** Before the status was asked for. Epoch milliseconds. */
      readonly checkedAtMs?: number
    } & Asked)
  /** The other payment of the reference was refunded already, which this database did not know. */
  | { readonly kind: 'not-needed' }
  /** A person resolves the review. */
  | { readonly kind: 'resolution'; readonly decision: ResolveRefundReview['decision'] }
  /** A second person decides, or nobody did in time. */
  | ApprovalObservation

/** What a status check asked about. */
interface Asked {
  /** The version of the refund that the question was about; 0 of one that was not stored. Absent of what was not asked for, such as a callback. */
  readonly checkedVersion?: number
}

export interface ApprovalObservation {
  readonly kind: 'approval'
  readonly decision: Exclude<RefundApproval['state'], 'waiting'>
  /** Who decides; nobody when it expires. */
  readonly by?: { readonly name: string; readonly userId: string }
  readonly note?: string
}

type FailedResponse = Extract<RefundObservation, { kind: 'response-failed' }>

/** What the reducer needs to know besides the refund; read under the order's lock. */
export interface RefundSurroundings {
  readonly nowMs: number
  /** What the order has left for this refund: paid, less what its other refunds take. Paise. */
  readonly available: Paise
}

export interface RefundReduction {
  readonly refund: RefundRecord
  readonly events: readonly DomainEvent[]
}

const RANK: { readonly [State in RefundRecord['state']]: number } = {
  REQUESTED: 0,
  PENDING: 1,
  CONFIRMED: 2,
  COMPLETED: 3,
  FAILED: 3,
}

/**
 * Applies an observation to a refund. Pure. A request that may have been received stays in doubt, with its amount reserved, until a
 * status of the provider decides: no refusal of a repeat, no time limit and no "not found" alone does. A later status of the provider
 * corrects even FAILED. Contradictions put the refund in review.
 */
export function reduceRefund(
  refund: RefundRecord,
  observation: RefundObservation,
  surroundings: RefundSurroundings,
): RefundReduction {
  switch (observation.kind) {
    case 'response-failed':
      return reduceFailedSend(refund, observation, surroundings.nowMs)
    case 'status-failed':
      return reviewUndecided(reduceUnknown(refund, observation.unknownRefund, surroundings.nowMs), surroundings.nowMs)
    case 'not-needed':
      return reduceNotNeeded(refund, surroundings.nowMs)
    case 'resolution':
      return reduceResolution(refund, observation.decision, surroundings)
    case 'approval':
      return reduceApproval(refund, observation, surroundings.nowMs)
    case 'response':
      // Something else has been observed meanwhile. The response is older, so the status decides.
      if (refund.state !== 'REQUESTED' || refund.attempts !== observation.attempt) return unchanged(refund)
      return reviewUndecided(reduceStatus(refund, observation.status, false, surroundings), surroundings.nowMs)
    case 'status':
      return reviewUndecided(
        reduceStatus(refund, observation.status, observation.outdated ?? false, surroundings),
        surroundings.nowMs,
      )
  }
}

/** Tries after which one that fails may put the refund in review: another refund of the order may have held the first ones up for days. */
const TRIES_BEFORE_REVIEW = 3

/** What is not accepted for long needs review, but a clear refusal: the next status decides it. */
function reduceFailedSend(refund: RefundRecord, observation: FailedResponse, nowMs: number): RefundReduction {
  const reduction = unchanged(reduceFailedResponse(refund, observation, nowMs))
  const { refusal, attempt } = observation
  const isClear = refusal !== undefined && refusal.meaning !== 'unclear'
  return isClear || attempt <= TRIES_BEFORE_REVIEW ? reduction : reviewUndecided(reduction, nowMs)
}

/**
 * Whether to send the request, again under the same id: only after a status check that says that the provider does not have it, and that
 * was asked for when no earlier request could arrive any more. Before anything was sent, a check that is refused with an undocumented message
 * counts as that too.
 */
export function maySend(refund: RefundRecord, check: RefundObservation): boolean {
  const { state, inDoubt, attempts, refusal, needsReview, approval } = refund
  if (check.kind !== 'status-failed' || state !== 'REQUESTED' || needsReview || refusal) return false
  if (approval !== undefined && approval !== 'approved') return false
  if (mayStillArrive(refund, check)) return false
  return check.unknownRefund || (check.unclear === true && !inDoubt && attempts === 0)
}

/** Whether a request may have arrived since the status was asked for, so that "not found" says nothing about it. */
export const mayStillArrive = (refund: RefundRecord, { checkedAtMs = 0 }: { readonly checkedAtMs?: number }): boolean =>
  checkedAtMs < flightEndMs(refund)

/** Decided once, and in time; nobody approves an own request. What is declined was never sent, so it fails with its amount free again. */
function reduceApproval(
  refund: RefundRecord,
  { decision, by, note }: ApprovalObservation,
  nowMs: number,
): RefundReduction {
  const isLate = nowMs >= (refund.approveByMs ?? 0)
  if (!awaitsApproval(refund) || isLate !== (decision === 'expired')) return unchanged(refund)
  if (decision === 'approved' && (!by || by.userId === refund.requestedById)) return unchanged(refund)
  const decided: RefundRecord = {
    ...refund,
    approval: decision,
    decidedAtMs: nowMs,
    ...defined({ decidedBy: by?.name, decidedById: by?.userId, decisionNote: note }),
  }
  if (decision === 'approved') return unchanged({ ...decided, stateSinceMs: nowMs })
  const errorCode = decision === 'declined' ? 'DECLINED' : 'APPROVAL_EXPIRED'
  return enter({ ...decided, errorCode, state: 'FAILED' }, false, nowMs)
}

/** It was never sent, so it fails with its amount free again: one of the two payments is kept for what was delivered. */
function reduceNotNeeded(refund: RefundRecord, nowMs: number): RefundReduction {
  if (refund.state !== 'REQUESTED' || refund.attempts > 0 || refund.needsReview) return unchanged(refund)
  return enter({ ...refund, errorCode: 'OTHER_PAYMENT_REFUNDED', state: 'FAILED', inDoubt: false }, false, nowMs)
}

function reduceStatus(
  refund: RefundRecord,
  status: ProviderRefundStatus,
  outdated: boolean,
  { nowMs, available }: RefundSurroundings,
): RefundReduction {
  const corrects = refund.state === 'FAILED' && status.state !== 'FAILED'
  if (outdated && corrects) return unchanged(refund)
  const mismatch = findRefundMismatch(refund, status, available)
  if (mismatch) return review(refund, mismatch, nowMs)
  const { state, amount: _, wireState: __, originalMerchantOrderId: ___, merchantRefundId: ____, ...rest } = status
  const { timestamp, ...reported } = rest
  // No mismatch has an unknown state.
  if (state === 'UNKNOWN' || (!corrects && RANK[state] < RANK[refund.state])) return unchanged(refund)
  // The provider knows the refund, so a refusal that was stored while it was in doubt did not concern it.
  const { errorCode: _code, detailedErrorCode: _detailed, refusal: _refusal, needsReview: _review, ...known } = refund
  const next: RefundRecord = { ...known, ...reported, ...madeAt(refund, timestamp), state, inDoubt: false }
  if (state !== refund.state) return enter(next, corrects, nowMs)
  // The same state again does not decide a refund that is undecided.
  const { needsReview } = refund
  return unchanged(needsReview?.reason === 'undecided' ? { ...next, needsReview } : next)
}

/** The earliest time that the provider gives a refund made outside the gateway, because it may give that of the last change. */
function madeAt({ origin, madeAtMs, createdAtMs }: RefundRecord, timestamp: number | undefined) {
  if (origin !== 'external' || timestamp === undefined) return {}
  // It was not made after it was found: the provider's clock may be ahead.
  return { madeAtMs: Math.min(timestamp, madeAtMs ?? createdAtMs) }
}

/** A repeated refusal that is not documented is given this long to show up in the status before a person is asked. Milliseconds. */
const REFUSAL_GRACE_MS = 60_000

/** The provider does not know the refund. After a refusal that may be true; otherwise it is only a reason to send the request. */
function reduceUnknown(refund: RefundRecord, unknownRefund: boolean, nowMs: number): RefundReduction {
  const { refusal } = refund
  if (refund.state !== 'REQUESTED' || refund.needsReview || !unknownRefund || !refusal) return unchanged(refund)
  const { code, message, meaning, atMs } = refusal
  if (meaning === 'refused') {
    const { refusal: _, ...rest } = refund
    const errorCode = code ?? 'REFUSED'
    return enter({ ...rest, errorCode, state: 'FAILED', inDoubt: false }, false, nowMs)
  }
  if (meaning === 'unclear' && nowMs - atMs < REFUSAL_GRACE_MS) return unchanged(refund)
  const theirs = defined({ code, message })
  return review(refund, { reason: meaning === 'order-unknown' ? 'order-unknown' : 'refused', theirs }, nowMs)
}

/** The request stays in doubt unless it is certain that nothing was sent. A refusal is kept for the status check that follows. */
function reduceFailedResponse(
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

const reportsMoney = ({ theirs }: RefundReview): boolean =>
  theirs?.state === 'PENDING' || theirs?.state === 'CONFIRMED' || theirs?.state === 'COMPLETED'

/** Whether money left or will leave, by what the provider reports, or reported before and has not taken back: such a refund does not free its amount. */
export function isPaidOut(review: RefundReview): boolean {
  return reportsMoney(review) || (review.ours.state === 'COMPLETED' && review.theirs?.state !== 'FAILED')
}

/** Whether the refund may still fail as far as is known, so that its amount may be owed again. */
export function mayStillFail({ state, needsReview }: RefundRecord): boolean {
  return needsReview ? !isPaidOut(needsReview) : state !== 'COMPLETED'
}

function reduceResolution(
  refund: RefundRecord,
  decision: ResolveRefundReview['decision'],
  surroundings: RefundSurroundings,
): RefundReduction {
  const { nowMs } = surroundings
  const { needsReview, refusal, ...rest } = refund
  if (!needsReview) return unchanged(refund)
  if (decision === 'adopt-amount') return adoptAmount(refund, surroundings)
  if (decision === 'completed') return completeByReview(refund, surroundings)
  // The provider has reported it since the person read the page.
  if (decision === 'failed' && isPaidOut(needsReview)) return unchanged(refund)
  if (decision === 'retry') return unchanged({ ...rest, stateSinceMs: nowMs })
  const errorCode = rest.errorCode ?? refusal?.code ?? 'FAILED_BY_REVIEW'
  const failed: RefundRecord = { ...rest, errorCode, state: 'FAILED', inDoubt: false }
  return refund.state === 'FAILED' ? unchanged({ ...failed, stateSinceMs: nowMs }) : enter(failed, false, nowMs)
}

/** The amount that the provider reports, which a person may adopt, in paise; undefined without one, or when the order has less left. */
export function adoptableAmount({ needsReview }: RefundRecord, available: Paise): Paise | undefined {
  const { reason, theirs } = needsReview ?? {}
  const amount = theirs?.amount
  if (reason !== 'amount-mismatch' || !isKnownState(theirs?.state) || amount === undefined || amount <= 0)
    return undefined
  return amount <= available ? (amount as Paise) : undefined
}

/** The provider's amount and state become those of the refund. Receivers of an event with another completed amount get one with this amount. */
function adoptAmount(refund: RefundRecord, { nowMs, available }: RefundSurroundings): RefundReduction {
  const amount = adoptableAmount(refund, available)
  const { needsReview, refusal: _, errorCode: _code, detailedErrorCode: _detailed, ...rest } = refund
  const state = needsReview?.theirs?.state
  if (amount === undefined || !isKnownState(state)) return unchanged(refund)
  const adopted: RefundRecord = { ...rest, amount, state, inDoubt: false }
  if (state !== refund.state) return enter(adopted, refund.state === 'FAILED', nowMs)
  return state === 'COMPLETED' ? withEvent(adopted, 'refund.completed') : unchanged(adopted)
}

/**
 * Why a person may not decide that the refund was paid out; undefined when it may be decided. `status`: its status can be checked, and
 * decides. `amount`: the provider reports another amount, which can be adopted, or another order. `too-large`: the order has less left.
 */
export function completionObstacle(
  { merchantRefundId, amount, needsReview }: RefundRecord,
  available: Paise,
): 'status' | 'amount' | 'too-large' | undefined {
  if (!isKnownByProviderId(merchantRefundId)) return 'status'
  if (needsReview?.reason === 'order-mismatch' || (needsReview?.theirs?.amount ?? amount) !== amount) return 'amount'
  return amount <= available ? undefined : 'too-large'
}

/** What the provider reports later is compared with this decision: a contradiction needs review again. */
function completeByReview(refund: RefundRecord, { nowMs, available }: RefundSurroundings): RefundReduction {
  if (completionObstacle(refund, available) !== undefined) return unchanged(refund)
  const { needsReview: _, refusal: __, errorCode: _code, detailedErrorCode: _detailed, ...rest } = refund
  const completed: RefundRecord = { ...rest, state: 'COMPLETED', inDoubt: false }
  return refund.state === 'COMPLETED' ? unchanged(completed) : enter(completed, refund.state === 'FAILED', nowMs)
}

const isKnownState = (state: string | undefined): state is Exclude<RefundRecord['state'], 'REQUESTED'> =>
  state !== undefined && state !== 'REQUESTED' && Object.hasOwn(RANK, state)

const HOUR_MS = 3_600_000

/**
 * A refund that is not decided this long after it got its state needs review. Banks take up to 7 working days for one that the
 * provider has accepted (protocol §5.3). Milliseconds.
 */
const UNDECIDED_AFTER_MS = { REQUESTED: 72 * HOUR_MS, PENDING: 14 * 24 * HOUR_MS, CONFIRMED: 14 * 24 * HOUR_MS }

function reviewUndecided(reduction: RefundReduction, nowMs: number): RefundReduction {
  const { refund } = reduction
  const { state, stateSinceMs, needsReview, approveByMs = nowMs } = refund
  if (!isOpen(refund) || needsReview) return reduction
  // One that waits for a second person is undecided when the provider does not answer, so that it cannot expire.
  const sinceMs = awaitsApproval(refund) ? approveByMs : stateSinceMs
  const afterMs = UNDECIDED_AFTER_MS[state as keyof typeof UNDECIDED_AFTER_MS]
  if (nowMs - sinceMs <= afterMs) return reduction
  return review(refund, { reason: 'undecided' }, nowMs)
}

/**
 * Puts a refund in review. The same words again change nothing; other words of the same reason cause no event. An answer that says nothing about
 * this refund does not replace one that reports money.
 */
function review(refund: RefundRecord, mismatch: RefundMismatch, nowMs: number): RefundReduction {
  const { state, amount, needsReview } = refund
  const isAboutIt = isKnownState(mismatch.theirs?.state) && mismatch.reason !== 'order-mismatch'
  if (needsReview && reportsMoney(needsReview) && !isAboutIt) return unchanged(refund)
  const sinceMs = needsReview?.sinceMs ?? nowMs
  const next: RefundRecord = {
    ...refund,
    needsReview: { ...mismatch, sinceMs, ours: { state, amount, ...mismatch.ours } },
  }
  return needsReview?.reason === mismatch.reason ? unchanged(next) : withEvent(next, 'refund.needs_review')
}

/**
 * A refund that somebody made outside the gateway, such as in the provider's dashboard; undefined when the status does not say which
 * amount it takes of this order. It takes nothing before this observation, so one that does not fit is FAILED and in review.
 */
export function importRefund(
  key: Pick<RefundRecord, 'merchantRefundId' | 'merchantOrderId'>,
  status: ProviderRefundStatus,
  { nowMs, available }: RefundSurroundings,
): RefundRecord | undefined {
  const { state, amount, originalMerchantOrderId = key.merchantOrderId } = status
  const isForeign = originalMerchantOrderId !== key.merchantOrderId || isOfAnother(key.merchantRefundId, status)
  if (state === 'UNKNOWN' || amount === undefined || amount <= 0 || isForeign) return undefined
  const found = newRefund({ ...key, amount: amount as Paise, origin: 'external', createdAtMs: nowMs })
  const requested = { ...found, ...madeAt(found, status.timestamp) }
  return state === 'FAILED' || amount <= available ? requested : { ...requested, state: 'FAILED' }
}

/** The refund got another state. */
function enter(refund: RefundRecord, corrects: boolean, nowMs: number): RefundReduction {
  const next = { ...refund, stateSinceMs: nowMs }
  if (refund.state === 'COMPLETED') return withEvent(next, 'refund.completed')
  if (refund.state === 'FAILED') return withEvent(next, 'refund.failed')
  return corrects ? withEvent(next, 'refund.reopened') : unchanged(next)
}

/** The first event of a refund is named by its kind; later ones are also numbered, so that a corrected refund is reported again. */
function withEvent(refund: RefundRecord, type: RefundEventType): RefundReduction {
  const eventCount = refund.eventCount + 1
  const event = refundEvent(type, refund, eventCount === 1 ? undefined : eventCount)
  return { refund: { ...refund, eventCount }, events: [event] }
}

function unchanged(refund: RefundRecord): RefundReduction {
  return { refund, events: [] }
}
