import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { automaticRefundChange } from '../domain/orders/automatic-refunds.ts'
import type { RefundRecord } from '../domain/refund.ts'
import { awaitsApproval } from '../domain/refund-controls.ts'
import { isKnownByProviderId, mayBeAnother, reportThatDidNotFit } from '../domain/refund-of-provider.ts'
import {
  importRefund,
  type RefundObservation,
  type RefundReduction,
  type RefundSurroundings,
  reduceRefund,
} from '../domain/refund-reducer.ts'
import { ownStatus } from '../domain/refund-rules.ts'
import { nextRefundPoll } from '../domain/schedule.ts'
import { toRefundStatus } from '../provider/mapping.ts'
import { readStatusFailure } from '../provider/refund-failures.ts'
import type { Queries } from '../storage/database.ts'
import { lockOrder } from '../storage/orders.ts'
import {
  insertRefund,
  type RefundRow,
  readRefund,
  refundIdOf,
  refundsOf,
  saveNextRefundPoll,
  saveRefund,
} from '../storage/refunds.ts'
import { availableToRefund, postRefund, withPosted } from './ledger.ts'
import { mergeRefund } from './merge-refund.ts'
import { recordEvents, wakeFollowUps } from './record-events.ts'
import { applyToLocked, publishOrder } from './sync-order.ts'

interface RefundKey {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
}

/** How a worker applies what it observed. */
export interface ObservedBy {
  /** The lease that ends with the observation. Without one, the process that holds the refund keeps it. */
  readonly leaseToken?: number
  /** Records a person's decision, in its transaction and under the order's lock. What it throws refuses the decision. */
  readonly record?: (tx: Queries, refund: RefundRow) => Promise<void>
  /** Written in the same transaction when the observation changed the refund. */
  readonly alsoWrite?: (tx: Queries, after: RefundRecord) => Promise<void>
}

/**
 * Checks a refund's status at the provider. A failed check is an observation too, and so is one that cannot be made because the
 * provider's id alone is known. Never call it with a lock held.
 */
export async function checkRefundStatus(
  { clock, provider }: Pick<GatewayContext, 'clock' | 'provider'>,
  { merchantRefundId, version: checkedVersion = 0 }: AskedAbout,
): Promise<RefundObservation> {
  const checkedAtMs = clock.now()
  const unanswered = { kind: 'status-failed', unknownRefund: false, checkedVersion } as const
  if (isKnownByProviderId(merchantRefundId)) return unanswered
  try {
    const status = toRefundStatus(await provider.refunds.getStatus({ merchantRefundId }))
    // A response without any state did not come from the provider: a proxy in between did.
    if (status.state === 'UNKNOWN' && status.wireState === undefined) return unanswered
    return { kind: 'status', status, checkedVersion }
  } catch (error) {
    return { kind: 'status-failed', ...readStatusFailure(error), checkedVersion, checkedAtMs }
  }
}

/** A refund whose status is asked for, as it was read before. Without a version, it is not stored. */
interface AskedAbout {
  readonly merchantRefundId: string
  readonly version?: number
}

/** Whether the provider does not have the refund, so that its amount may be freed. An answer that is about the request alone does not say so. */
export function isDenied(check: RefundObservation): boolean {
  return check.kind === 'status-failed' && (check.unknownRefund || check.unclearAboutRefund === true)
}

/** Whether the provider answered that it does not show the refund, for whatever reason: no code is documented for one that it does not have. */
export const isRefused = (check: RefundObservation): boolean => check.kind === 'status-failed' && check.refused === true

/**
 * Checks the status of a refund that the provider may have, before its amount is freed, and applies what it says.
 * @returns the refund as it is then; `denied` when the provider does not have it, `unanswered` when it does not say
 */
export async function applyBeforeFreeing(
  context: GatewayContext,
  refund: RefundRow,
  leaseToken?: number,
): Promise<RefundRow | 'denied' | 'unanswered'> {
  const check = await checkRefundStatus(context, refund)
  if (isDenied(check)) return 'denied'
  // Ends the worker's lease, and plans the next check, also when there is no answer.
  const applied = await applyRefundCheck(context, refund, check, defined({ leaseToken }))
  return check.kind !== 'status' || !applied || applied.isLate ? 'unanswered' : applied.row
}

/** As `checkRefundStatus`; a refund without our id is observed as its callback reported it, as long as that does not fit. */
export async function observeRefund(
  context: Pick<GatewayContext, 'clock' | 'provider'>,
  refund: Parameters<typeof reportThatDidNotFit>[0] & AskedAbout,
): Promise<RefundObservation> {
  const status = reportThatDidNotFit(refund)
  const { version: checkedVersion = 0 } = refund
  return status ? { kind: 'status', status, checkedVersion } : checkRefundStatus(context, refund)
}

/** Checks the refund's status at the provider and applies it. */
export async function syncRefund(
  context: GatewayContext,
  refund: RefundKey & Partial<Pick<RefundRow, 'version' | 'needsReview' | 'approval' | 'state'>>,
): Promise<RefundRow | undefined> {
  const { approval, state = 'REQUESTED', needsReview } = refund
  // Nothing was sent, and nothing reaches the provider before the approval.
  if (approval !== undefined && awaitsApproval({ approval, state, ...defined({ needsReview }) }))
    return readRefund(context.database, refund.merchantRefundId)
  let asked: RefundKey & AskedAbout = refund
  for (let tries = 1; ; tries += 1) {
    const check = await observeRefund(context, asked)
    const applied = await applyRefundCheck(context, refund, check)
    if (!applied?.isLate || tries === MAX_CHECKS) return applied?.row
    asked = applied.row
  }
}

/** Status checks of one call while the refund changes during each of them. */
const MAX_CHECKS = 3

/**
 * The only function that changes a refund, except that `markSending` counts a request: it locks the refund's order, reduces the
 * observation, saves the refund with its events, and commits. A refund that was made in the provider's dashboard is imported when it
 * is first observed. Undefined when the refund belongs to no stored order, or when it may be another one of the order.
 */
export async function applyRefundObservation(
  context: GatewayContext,
  refund: RefundKey,
  learned: RefundObservation,
  observedBy: ObservedBy = {},
): Promise<RefundRow | undefined> {
  return (await applyRefundCheck(context, refund, learned, observedBy))?.row
}

/**
 * As `reduceRefund`. What callbacks have reported as paid out is observed first: a status that is behind does not undo it, and one that
 * contradicts it needs review.
 */
function reduceReported(
  refund: RefundRecord,
  observation: RefundObservation,
  surroundings: RefundSurroundings,
  paidOut: Paise | undefined,
): RefundReduction {
  if (paidOut === undefined || observation.kind !== 'status' || observation.status.state === 'COMPLETED')
    return reduceRefund(refund, observation, surroundings)
  const { refundId, merchantRefundId } = observation.status
  const status = { state: 'COMPLETED', amount: paidOut, ...defined({ refundId, merchantRefundId }) } as const
  const first = reduceRefund(refund, { ...observation, status }, surroundings)
  const second = reduceRefund(first.refund, observation, surroundings)
  return { refund: second.refund, events: [...first.events, ...second.events] }
}

/** The refund after a status check. */
export interface AppliedCheck {
  readonly row: RefundRow
  /** The refund changed while its status was asked for, so the answer was not applied: it may be older than what is stored. */
  readonly isLate: boolean
}

/** As `applyRefundObservation`, and says whether the answer came too late to be applied. */
export async function applyRefundCheck(
  context: GatewayContext,
  { merchantRefundId, merchantOrderId }: RefundKey,
  learned: RefundObservation,
  observedBy: ObservedBy = {},
): Promise<AppliedCheck | undefined> {
  const { leaseToken } = observedBy
  const checkedVersion = 'checkedVersion' in learned ? learned.checkedVersion : undefined
  const applied = await context.database.transaction(async (tx) => {
    const found = await lockOrder(tx, merchantOrderId)
    // Not before the lock: a transfer is posted at the time of its commit, also when the lock was waited for.
    const nowMs = context.clock.now()
    const stored = await readRefund(tx, merchantRefundId)
    if (!found || (stored && stored.merchantOrderId !== merchantOrderId)) return undefined
    if (stored && checkedVersion !== undefined && stored.version !== checkedVersion) {
      const nextPollAtMs = awaitsApproval(stored) ? stored.nextPollAtMs : nowMs
      await saveNextRefundPoll(tx, merchantRefundId, { nextPollAtMs, leaseToken })
      return { row: { ...stored, ...defined({ nextPollAtMs }) }, isLate: true as const }
    }
    const own = 'status' in learned ? { ...learned, status: ownStatus(learned.status, found.row.attempts) } : learned
    const merged = await mergeRefund(tx, found.row, merchantRefundId, stored, own, nowMs)
    const locked = merged ? { ...found, row: merged.order } : found
    const known = merged?.refund ?? stored
    const observation = await withOtherRefund(tx, merchantRefundId, known, own)
    const reported = 'status' in observation ? observation.status : undefined
    if (!known && mayBeAnother(merchantRefundId, reported, await refundsOf(tx, merchantOrderId))) return undefined
    if (known) await observedBy.record?.(tx, known)
    const available = await availableToRefund(tx, locked.row, merchantRefundId)
    const before = known ?? imported({ merchantRefundId, merchantOrderId }, observation, { nowMs, available })
    if (!before) return undefined
    const observed = known && mayBeOutdated(known, observation) ? { ...observation, outdated: true } : observation
    const { refund, events } = reduceReported(before, observed, { nowMs, available }, merged?.paidOut)
    // A person who retries expects the result, and an adopted amount its ids.
    const asksAgain =
      (observation.kind === 'resolution' &&
        (observation.decision === 'retry' || observation.decision === 'adopt-amount') &&
        !refund.needsReview &&
        !awaitsApproval(refund)) ||
      (refund.approval === 'approved' && before.approval === 'waiting')
    const changed = !known || merged !== undefined || !isSame(before, refund)
    // A decision that came too late does not postpone what the first one started.
    const keepsPoll = observation.kind === 'approval' && !changed && !awaitsApproval(refund)
    const planned = () => nextRefundPoll(refund, nowMs, { isUnanswered: isUnanswered(merchantRefundId, observation) })
    const nextPollAtMs = asksAgain ? nowMs : keepsPoll ? known.nextPollAtMs : planned()
    if (!known && !(await insertRefund(tx, { refund, nextPollAtMs })))
      throw new Error(`The refund ${merchantRefundId} was stored for another order at the same time`)
    const next = { nextPollAtMs, leaseToken }
    if (known && changed) await saveRefund(tx, refund, nowMs, next)
    else if (known) await saveNextRefundPoll(tx, merchantRefundId, next)
    if (changed) await observedBy.alsoWrite?.(tx, refund)
    const row = await readRefund(tx, merchantRefundId)
    const posted = changed ? await postRefund(tx, refund, nowMs, locked.row.availableAmount) : []
    if (posted === 'exceeds')
      context.log.error({ merchantRefundId, merchantOrderId }, 'A refund exceeds what is left of its order')
    const order = withPosted(locked.row, posted === 'exceeds' ? [] : posted)
    const followUps = await recordEvents(context, tx, events)
    const ofOrder = automaticRefundChange(before, refund, nowMs)
    const changedOrder =
      ofOrder.length > 0 ? await applyToLocked(context, tx, { ...locked, row: order }, ofOrder) : undefined
    return row && { row, before, changedOrder, changed, followUps, isLate: false as const }
  }, merchantOrderId)
  if (!applied) return undefined
  const { row } = applied
  const { state, version, needsReview, nextPollAtMs } = row
  if (nextPollAtMs !== undefined) context.wake(state === 'REQUESTED' ? 'send-refunds' : 'poll-refunds', nextPollAtMs)
  if (applied.isLate) return { row, isLate: true }
  const { before, changedOrder, changed, followUps } = applied
  wakeFollowUps(context, followUps)
  if (changedOrder) publishOrder(context, changedOrder)
  if (changed) {
    context.events.emit({ type: 'refund', merchantRefundId, merchantOrderId, state, version })
    context.log.info({ merchantRefundId, merchantOrderId, state }, 'Refund updated')
    if (needsReview && !before.needsReview)
      context.log.error({ merchantRefundId, merchantOrderId, reason: needsReview.reason }, 'Refund needs review')
  }
  return { row, isLate: false }
}

/** Names the refund that the provider's id belongs to, when it is learned of this one and is that of another one already. */
async function withOtherRefund(
  tx: Queries,
  merchantRefundId: string,
  known: RefundRow | undefined,
  observation: RefundObservation,
): Promise<RefundObservation> {
  const refundId = 'status' in observation ? observation.status.refundId : undefined
  if (!('status' in observation) || refundId === undefined || known?.refundId === refundId) return observation
  const other = await refundIdOf(tx, refundId)
  if (other === undefined || other === merchantRefundId) return observation
  return { ...observation, status: { ...observation.status, merchantRefundId: other } }
}

/** A callback, which comes in any order, about a refund that is not final yet, unless it is the one that is kept until it fits. */
function mayBeOutdated(known: RefundRow, observation: RefundObservation): observation is ReportedStatus {
  if (!('status' in observation) || !isKnownByProviderId(known.merchantRefundId)) return false
  const { state } = observation.status
  return (state === 'PENDING' || state === 'CONFIRMED') && reportThatDidNotFit(known)?.state !== state
}

type ReportedStatus = Extract<RefundObservation, { readonly status: unknown }>

/** The status check failed and says nothing about the refund. That of a refund which only callbacks report cannot be checked at all. */
function isUnanswered(merchantRefundId: string, observation: RefundObservation): boolean {
  return observation.kind === 'status-failed' && !isKnownByProviderId(merchantRefundId) && !isDenied(observation)
}

/** Stores a refund made in the provider's dashboard, so that its amount cannot be refunded a second time. */
function imported(
  key: RefundKey,
  observation: RefundObservation,
  surroundings: Parameters<typeof importRefund>[2],
): RefundRecord | undefined {
  return 'status' in observation ? importRefund(key, observation.status, surroundings) : undefined
}

function isSame(before: RefundRecord, after: RefundRecord): boolean {
  const fields = (refund: RefundRecord) => {
    const { state, amount, inDoubt, refusal, needsReview, stateSinceMs, eventCount, refundId, madeAtMs, ...reported } =
      refund
    const { errorCode, detailedErrorCode, utr, approval, underWaySinceMs } = reported
    const documents = [refusal, needsReview].map((one) => one && JSON.stringify(sorted(one)))
    return [
      state,
      amount,
      inDoubt,
      ...documents,
      stateSinceMs,
      eventCount,
      refundId,
      errorCode,
      detailedErrorCode,
      utr,
      approval,
      madeAtMs,
      underWaySinceMs,
    ]
  }
  const [was, is] = [fields(before), fields(after)]
  return was.every((value, at) => value === is[at])
}

/** PostgreSQL orders the fields of stored JSON by itself. */
function sorted(value: object): unknown {
  return Object.entries(value)
    .map(([name, one]) => [name, typeof one === 'object' && one !== null ? sorted(one) : one] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}
