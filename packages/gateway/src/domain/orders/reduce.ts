import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { Resolution } from '@galla/contract/gateway-api/orders'
import { orderEvent } from '../events/events.ts'
import type { Policy } from '../policy.ts'
import { automaticRefund } from './automatic-refunds.ts'
import { isOfSubscription } from './checkout.ts'
import { type Decided, decide, type ReferenceState } from './decide.ts'
import { find } from './observations.ts'
import { hasFailedAtProvider, isGivenUp, wasReportedFailed } from './opening.ts'
import type { DomainEvent, Observation, OrderRecord } from './order.ts'
import { bookedAmount } from './payments.ts'
import { type Learned, learn } from './record.ts'
import { isBlocked, resolve, surplusOf, withQuestions, withUndecided } from './review.ts'

/** The result of observations on an order. */
export interface OrderReduction {
  readonly order: OrderRecord
  readonly events: readonly DomainEvent[]
  readonly rule: OrderRule
}

/**
 * Applies observations to an order: records them, finds what stands in the way, decides once when nothing does, and returns the new order with
 * the events, which are the difference. Pure. A state never moves backwards, with two exceptions: an order that the gateway had given up
 * reopens when the provider knows it, and a failed one completes when the provider reports a payment, which is then refunded as late.
 */
export function reduceOrder(
  order: OrderRecord,
  observations: readonly Observation[],
  reference: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { nowMs } = reference
  const answer = find(observations, 'console')
  const learned = learn(answer ? resolve(order) : order, observations, nowMs, policy)
  const asked = withQuestions({ ...learned, before: order })
  const compared = { ...learned, before: order }
  const decided = decide(compared, asked, reference, policy)
  const after = withUndecided(compared, decided.order)
  const surplus = answer?.refundSurplus ? surplusOf(order) : 0
  const events = [
    ...eventsBetween(order, after, { rule: decided.rule, surplus, hasReplaced: reference.hasReplaced ?? false }),
    ...questionsBetween(order, after, nowMs),
  ]
  return { order: after, events, rule: ruleOf(compared, { ...decided, order: after }) }
}

const RESOLVED: { readonly [One in Resolution]: (order: OrderRecord) => DomainEvent[] } = {
  fulfil: ({ merchantOrderId }) => [orderEvent('order.completed', merchantOrderId)],
  'late-refund': (order) => refundOfAll(order, 'late-payment'),
  'duplicate-refund': (order) => refundOfAll(order, 'duplicate'),
}

/** Nothing is refunded of a payment of 0 that a person has accepted. */
const refundOfAll = (order: OrderRecord, why: 'late-payment' | 'duplicate'): DomainEvent[] =>
  bookedAmount(order) > 0 ? [automaticRefund(order, why)] : []

/** The events of what was decided. An order that the gateway gave up may reopen and then fail at the provider: these are two events. */
function eventsBetween(
  before: OrderRecord,
  after: OrderRecord,
  {
    rule,
    surplus,
    hasReplaced,
  }: { readonly rule: OrderRule | undefined; readonly surplus: number; readonly hasReplaced: boolean },
): DomainEvent[] {
  const { merchantOrderId } = after
  const events: DomainEvent[] = []
  const isOpenOrFulfilled = after.state === 'PENDING' || (after.resolution === 'fulfil' && isGivenUp(before))
  if (isOfSubscription(after.checkout)) return refundsBetween(before, after, surplus)
  const [wasFailed, isFailed] = [wasReportedFailed(before, hasReplaced), wasReportedFailed(after, hasReplaced)]
  if (wasFailed && isOpenOrFulfilled) events.push(orderEvent('order.reopened', merchantOrderId))
  if (isFailed && !wasFailed)
    events.push(orderEvent('order.failed', merchantOrderId, hasFailedAtProvider(after) ? undefined : rule))
  if (after.resolution && !before.resolution) events.push(...RESOLVED[after.resolution](after))
  if (surplus > 0) events.push(automaticRefund(after, 'paid-twice', surplus))
  return events
}

/** An order of a subscription tells what became of it by the events of its subscription; a payment that does not count is refunded as any. */
function refundsBetween(before: OrderRecord, after: OrderRecord, surplus: number): DomainEvent[] {
  const isResolved = after.resolution !== undefined && !before.resolution
  const refunds = isResolved && after.resolution !== 'fulfil' ? RESOLVED[after.resolution](after) : []
  return surplus > 0 ? [...refunds, automaticRefund(after, 'paid-twice', surplus)] : refunds
}

/** Each finding that a person was not asked about before is reported once. */
function questionsBetween(before: OrderRecord, after: OrderRecord, nowMs: number): DomainEvent[] {
  const known = new Set(before.needsReview?.findings.map(({ key }) => key))
  return (after.needsReview?.findings ?? [])
    .filter(({ key }) => !known.has(key))
    .map(({ key }) => orderEvent('order.needs_review', after.merchantOrderId, `${key}:${nowMs}`))
}

/** The name of what was decided, for the record of the decision. */
function ruleOf({ before, observations, decisive }: Learned, { order, rule }: Decided): OrderRule {
  const known = new Set(before.needsReview?.findings.map(({ key }) => key))
  const asked = order.needsReview?.findings.find(({ key }) => !known.has(key))
  if (asked) return asked.code
  if (find(observations, 'console')) return 'review-resolved'
  const isCorrected = find(observations, 'automatic-refund-corrected') && order.needsReview !== before.needsReview
  if (isCorrected && order.needsReview?.findings.length !== before.needsReview?.findings.length)
    return 'automatic-refund-corrected'
  if (isBlocked(order)) return 'stays-in-review'
  return rule ?? (decisive ? ruleOfReport(before, decisive.status.state) : ruleOfRequest(before, order, observations))
}

function ruleOfReport(before: OrderRecord, reported: string): OrderRule {
  if (reported === 'COMPLETED') return 'nothing-new'
  if (before.state === 'COMPLETED') return 'never-backwards'
  if (reported === 'FAILED') return 'nothing-new'
  return before.state === 'FAILED' ? 'never-backwards' : 'still-pending'
}

function ruleOfRequest(before: OrderRecord, order: OrderRecord, observations: readonly Observation[]): OrderRule {
  if (find(observations, 'response') && order.state !== before.state) return 'opened'
  const failed = find(observations, 'response-failed')
  if (failed && order.state === 'CREATED') return order.opening === 'unsent' ? 'opening-deferred' : 'opening-unknown'
  return find(observations, 'callback') && !failed ? 'callback-is-a-hint' : 'nothing-new'
}
