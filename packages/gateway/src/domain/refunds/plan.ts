import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import { type Balances, leftFor, type PostedRefund, takenOf } from '../finance/ledger.ts'
import type { DomainEvent, OrderRecord } from '../orders/order.ts'
import { nextRefundPoll } from '../refunds/polls.ts'
import { awaitsApproval } from './controls.ts'
import { madeAt } from './decide.ts'
import { findingsOf } from './findings.ts'
import { isDenied, type RefundObservation, statusOf } from './observations.ts'
import { mayBeAnother } from './of-provider.ts'
import { differs, isOfAnother, record } from './record.ts'
import { type RefundReduction, reduceRefund } from './reduce.ts'
import { hasOurId, isMoney, isUnsent, newRefund, type RefundIds, type RefundRecord, reservedAmount } from './refund.ts'
import { ownStatus, type ProviderRefundStatus } from './statements.ts'

/** A refund as it is stored. */
export type Stored = RefundRecord & { readonly version: number; readonly nextPollAtMs?: number }

/** The refund that is asked about: the row that was read, or the ids of one that may not be stored. */
export type AskedRefund = RefundIds & { readonly id?: number }

/** A refund known by the provider's id alone is named by that id; one that has ours is not: its status must be asked for. */
export const isAsked = (one: RefundRecord, asked: AskedRefund): boolean =>
  asked.id === undefined
    ? one.merchantRefundId === asked.merchantRefundId && (hasOurId(asked) || one.refundId === asked.refundId)
    : one.id === asked.id

/** Everything that a decision about one refund reads, under the lock of its order. */
export interface RefundFacts<Row extends Stored = Stored> {
  readonly asked: AskedRefund
  /** The key of a refund that is stored now. */
  readonly newId: number
  readonly order: Pick<OrderRecord, 'merchantOrderId' | 'attempts'> &
    Pick<Balances, 'availableAmount' | 'overdrawnAmount'>
  /** All refunds of the order. */
  readonly refunds: readonly Row[]
  /** Returns the ledger's record of a refund of the order. */
  readonly posted: (id: number) => PostedRefund
  /** The refund that has the provider's id which the answer names, of whatever order. */
  readonly owner?: Pick<RefundRecord, 'id' | 'merchantRefundId'> | undefined
  readonly nowMs: number
  /** Until when a final refund is compared. Epoch milliseconds. */
  readonly comparedUntilMs: number
}

export type RefundPlan<Row extends Stored = Stored> =
  /** The answer may be older than what is stored: the status is asked for again. */
  | { readonly do: 'ask-again'; readonly row: Row; readonly nextPollAtMs: number | undefined }
  /** No refund is stored under the id, and the answer makes none. */
  | { readonly do: 'nothing' }
  | {
      readonly do: 'write'
      /** The refund as it was; a new one when the answer makes it known. */
      readonly before: RefundRecord
      readonly refund: RefundRecord
      readonly events: readonly DomainEvent[]
      /** The refund as it is stored; undefined of a new one. */
      readonly known: Row | undefined
      /** Another row of the same refund, which was known by the provider's id alone: it counts no longer. */
      readonly joined: Row | undefined
      readonly nextPollAtMs: number | undefined
      /** Other refunds of the order that hold less from now on. */
      readonly yields: readonly Yield<Row>[]
      /** Other refunds of the order that the order did not have: when it has money again, they are covered first. */
      readonly overdrawn: readonly Row[]
    }

/** Plans the effect of an answer, a callback or a person's decision on a refund. Pure: the caller has read the facts, and writes the plan. */
export function planRefund<Row extends Stored>(facts: RefundFacts<Row>, learned: RefundObservation): RefundPlan<Row> {
  const { asked, refunds, nowMs } = facts
  const stored = refunds.find((one) => isAsked(one, asked))
  if (stored && isLate(stored, learned))
    return { do: 'ask-again', row: stored, nextPollAtMs: awaitsApproval(stored) ? stored.nextPollAtMs : nowMs }
  const { known, joined, status } = identify(facts, stored, statusOf(learned))
  const observation = status && 'status' in learned ? { ...learned, status, ...outdated(known, status) } : learned
  const subject = known ?? (status && imported(facts, status))
  if (!subject) return { do: 'nothing' }
  const { refund, events, available } = reduceAll(facts, subject, [...payoutOf(joined, status), observation], joined)
  const nextPollAtMs = pollAfter(facts, known, refund, observation)
  const yields = yieldsTo(facts, refund, available)
  const overdrawn = refunds.filter((one) => one.id !== refund.id && facts.posted(one.id).overdrawn > 0)
  const before = refunds.find((one) => one.id === subject.id) ?? subject
  return { do: 'write', before, refund, events, known, joined, nextPollAtMs, yields, overdrawn }
}

/** Finds the stored refund that an answer is about, and the answer's status for this refund. */
function identify<Row extends Stored>(
  facts: RefundFacts<Row>,
  stored: Row | undefined,
  reported: ProviderRefundStatus | undefined,
): { readonly known?: Row | undefined; readonly joined?: Row; readonly status?: ProviderRefundStatus } {
  if (!reported) return { known: stored }
  const status = ownStatus(reported, facts.order.attempts)
  const same = sameRefund(facts, stored, status)
  if (!same) return { known: stored, status: withOwner(facts, stored, status) }
  return stored
    ? { known: { ...stored, ...defined({ refundId: same.refundId }) }, joined: same, status }
    : { known: { ...same, ...defined({ merchantRefundId: facts.asked.merchantRefundId }) }, status }
}

const isLate = ({ version }: Stored, learned: RefundObservation): boolean =>
  'checkedVersion' in learned && learned.checkedVersion !== undefined && learned.checkedVersion !== version

/** The refund that is known by the provider's id alone, when the status says that it is the one of our id. */
function sameRefund<Row extends Stored>(
  { asked, order, refunds, nowMs }: RefundFacts<Row>,
  stored: Row | undefined,
  status: ProviderRefundStatus,
): Row | undefined {
  const { merchantRefundId } = stored ?? asked
  const other = refunds.find((one) => !hasOurId(one) && one.refundId === status.refundId)
  if (merchantRefundId === undefined || !other || isOfAnother({ merchantRefundId }, status)) return undefined
  if (differs(order.merchantOrderId, status.originalMerchantOrderId)) return undefined
  return !stored || isSameRefund(stored, other, status, nowMs) ? other : undefined
}

/**
 * The status is about our refund. One that contradicts it may be about another one, such as one from a cache, unless it names both
 * ids and agrees with what was reported of the provider's. Otherwise both refunds stay, and ours needs review.
 */
function isSameRefund(stored: Stored, other: Stored, status: ProviderRefundStatus, nowMs: number): boolean {
  if (differs(stored.refundId, status.refundId)) return false
  if (status.merchantRefundId === stored.merchantRefundId && status.amount === other.amount) return true
  const surroundings = { nowMs, available: Number.POSITIVE_INFINITY }
  return findingsOf(record(stored, { kind: 'status', status }, surroundings), surroundings).length === 0
}

/**
 * Names the refund that the provider's id belongs to, when it is that of another one already. Only callbacks have said so of one without our
 * id: a status that names ours is about ours, and that id stays where it is.
 */
function withOwner({ owner }: RefundFacts, stored: Stored | undefined, reported: ProviderRefundStatus) {
  if (owner === undefined || owner.id === stored?.id) return reported
  const { refundId: _, ...status } = reported
  const isOurs = stored && hasOurId(stored) && stored.merchantRefundId === reported.merchantRefundId
  return isOurs && !hasOurId(owner) && stored.refundId === undefined ? status : { ...reported, owner }
}

/** A callback comes in any order: while the refund is not final, it may be older than what is stored. */
function outdated(known: RefundRecord | undefined, { state }: ProviderRefundStatus) {
  const isHint = known !== undefined && !hasOurId(known)
  return { outdated: isHint && (state === 'PENDING' || state === 'CONFIRMED') }
}

/**
 * A refund that somebody made outside the gateway, such as in the provider's dashboard; undefined when the status does not say which
 * amount it takes of this order, or when it may be another refund of the order.
 */
function imported(facts: RefundFacts, status: ProviderRefundStatus): RefundRecord | undefined {
  const { asked, newId: id, order, refunds, nowMs } = facts
  const { state, amount = 0, originalMerchantOrderId } = status
  if (state === 'UNKNOWN' || amount <= 0 || isOfAnother(asked, status)) return undefined
  if (differs(order.merchantOrderId, originalMerchantOrderId)) return undefined
  if (mayBeAnother(asked, status, refunds)) return undefined
  const { merchantOrderId } = order
  const wanted = { id, merchantOrderId, amount: amount as Paise, createdAtMs: nowMs, origin: 'external' as const }
  const { merchantRefundId, refundId } = asked
  const refund = { ...newRefund(wanted), ...defined({ merchantRefundId, refundId }) }
  return { ...refund, ...madeAt(refund, status.timestamp) }
}

/**
 * Returns the payout that the other row knew, to be observed first. An older status does not undo the payout, and a status that
 * contradicts the payout needs review.
 */
function payoutOf(joined: Stored | undefined, { refundId, merchantRefundId }: Partial<ProviderRefundStatus> = {}) {
  if (joined?.state !== 'COMPLETED') return []
  const status = { state: 'COMPLETED', amount: joined.amount, ...defined({ refundId, merchantRefundId }) } as const
  return [{ kind: 'status', status } satisfies RefundObservation]
}

function reduceAll(
  { order, refunds, posted, nowMs }: RefundFacts,
  before: RefundRecord,
  observations: readonly RefundObservation[],
  joined: Stored | undefined,
) {
  const own = posted(before.id)
  const available = leftFor(order, own) + (joined ? takenOf(posted(joined.id)) : 0)
  const others = refunds.filter((one) => isUnsent(one) && one.id !== before.id)
  const reachable = others.reduce((sum, one) => sum + posted(one.id).held, available)
  let refund = before
  const events: DomainEvent[] = []
  for (const observation of observations) {
    const reduction = reduceRefund(refund, observation, { nowMs, available, reachable })
    refund = reduction.refund
    events.push(...reduction.events)
  }
  return { refund, events, available }
}

/** A refund that was never sent and yields to money that has left. */
export interface Yield<Row extends Stored = Stored> extends RefundReduction {
  readonly known: Row
  /** The amount that the refund's order has beside it, after the refund has given up its share. Below 0 while the refund still has to give. Paise. */
  readonly free: number
  readonly nextPollAtMs: number | undefined
}

/** The newest hold yields first, until the refund has what it takes. */
function yieldsTo<Row extends Stored>(
  { refunds, posted, nowMs }: RefundFacts<Row>,
  refund: RefundRecord,
  available: number,
): Yield<Row>[] {
  let free = available - (isMoney(refund.state) ? reservedAmount(refund) : 0)
  const yields: Yield<Row>[] = []
  for (const known of [...refunds].reverse()) {
    const { held } = posted(known.id)
    if (free >= 0 || held <= 0 || !isUnsent(known) || known.id === refund.id) continue
    const reduction = reduceRefund(known, { kind: 'balance' }, { nowMs, available: held + free })
    yields.push({ ...reduction, known, free, nextPollAtMs: nextRefundPoll(reduction.refund, nowMs) })
    free = Math.min(free + held, 0)
  }
  return yields
}

/** A person who retries expects the result, and an adopted amount its ids. A decision that came too late does not postpone what the first one started. */
function pollAfter(
  { nowMs, comparedUntilMs: endMs }: RefundFacts,
  known: Stored | undefined,
  refund: RefundRecord,
  observation: RefundObservation,
): number | undefined {
  const isWaiting = awaitsApproval(refund)
  const isDecidedNow = refund.approval !== known?.approval
  if (isAskedAgain(observation, isWaiting) || (isDecidedNow && refund.approval === 'approved')) return nowMs
  if (observation.kind === 'approval' && !isDecidedNow && !isWaiting) return known?.nextPollAtMs
  return nextRefundPoll(refund, nowMs, { isUnanswered: isUnanswered(refund, observation), endMs })
}

const isAskedAgain = (observation: RefundObservation, isWaiting: boolean): boolean =>
  observation.kind === 'resolution' &&
  (observation.decision === 'retry' || observation.decision === 'adopt-amount') &&
  !isWaiting

/** The status check failed and says nothing about the refund. That of a refund which only callbacks report cannot be checked at all. */
const isUnanswered = (refund: RefundRecord, observation: RefundObservation): boolean =>
  observation.kind === 'status-failed' && hasOurId(refund) && !isDenied(observation)
