import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import { nextPollDelayMs } from '@galla/sdk'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { captures } from '../../domain/finance/ledger.ts'
import { automaticRefundFailed } from '../../domain/orders/automatic-refunds.ts'
import { type Product, productOf } from '../../domain/orders/checkout.ts'
import { endedAttempts } from '../../domain/orders/ended-attempts.ts'
import { type Fingerprint, linkDigestsOf } from '../../domain/orders/fingerprint.ts'
import { wasReportedFailed } from '../../domain/orders/opening.ts'
import type { Observation, OrderRecord, ProviderOrderStatus } from '../../domain/orders/order.ts'
import { isNamed } from '../../domain/orders/payments.ts'
import { nextOrderPoll, pollAfterReview, unansweredPolls } from '../../domain/orders/polls.ts'
import type { OrderReduction } from '../../domain/orders/reduce.ts'
import { reduceOrder } from '../../domain/orders/reduce.ts'
import { GatewayError } from '../../errors.ts'
import { readFailure, toBillingStatus, toLinkStatus, toOrderStatus } from '../../provider/mapping.ts'
import { type ProviderPort, subscriptionsOf } from '../../provider/provider-port.ts'
import type { OrderStatusRequest } from '../../provider/requests.ts'
import { type Queries, repeatedOnConflict, undefinedOnConflict } from '../../storage/database.ts'
import { insertDecision } from '../../storage/orders/decisions.ts'
import { savedRow } from '../../storage/orders/order-batches.ts'
import type { OrderUpdate } from '../../storage/orders/order-columns.ts'
import type { OrderRow, PayerAction } from '../../storage/orders/order-row.ts'
import {
  type LockedOrder,
  lockOrder,
  orderIdOf,
  saveNextPoll,
  saveNextPollOf,
  saveOrder,
} from '../../storage/orders/orders.ts'
import { otherOrderWithLink, paymentsOfOthers } from '../../storage/orders/other-orders.ts'
import { type FollowUpWork, mergeFollowUps, recordEvents, wakeFollowUps } from '../events/record-events.ts'
import { postCaptures } from '../finance/ledger.ts'
import { decisionOf, isNews, isRepeated } from './order-decisions.ts'

export interface AppliedOrder {
  readonly order: OrderRecord
  readonly rule: OrderRule
  /** The stored row, when it is known without another read. */
  readonly row?: OrderRow
}

/** The effect of a transaction on an order. `publishOrder` acts on the effect after the commit. */
interface OrderTransition {
  readonly before: OrderRow
  readonly reduced: OrderReduction
  readonly changed: boolean
  readonly nextPollAtMs: number | undefined
  readonly followUps: FollowUpWork | undefined
}

/** Each product of the provider has a status of its own. */
const READ_STATUS: {
  readonly [One in Product]: (
    provider: ProviderPort,
    which: OrderStatusRequest,
    nowMs: number,
  ) => Promise<ProviderOrderStatus>
} = {
  standardCheckout: async ({ standardCheckout }, which) => toOrderStatus(await standardCheckout.getOrderStatus(which)),
  customCheckout: async ({ customCheckout }, which) => toOrderStatus(await customCheckout.getOrderStatus(which)),
  links: async ({ links }, which) => toLinkStatus(await links.getStatus(which)),
  subscriptions: async (provider, { merchantOrderId }, nowMs) =>
    toBillingStatus(
      await subscriptionsOf(provider).getOrderStatus({ merchantOrderId, details: true, checkout: 'standard' }),
      nowMs,
    ),
}

/** Checks an order's status at the provider. A failed check is an observation too. Never call it with a lock held. */
export async function checkOrderStatus(
  { provider, clock }: Pick<GatewayContext, 'provider' | 'clock'>,
  { merchantOrderId, checkout }: Pick<OrderRecord, 'merchantOrderId' | 'checkout'>,
): Promise<Observation> {
  const checkedAtMs = clock.now()
  try {
    const status = await READ_STATUS[productOf(checkout)](provider, { merchantOrderId, details: true }, checkedAtMs)
    // A response without any state did not come from the provider: a proxy in between did.
    if (status.state === 'UNKNOWN' && !status.wireState) {
      return { kind: 'status-failed', atMs: clock.now(), unknownOrder: false }
    }
    return { kind: 'status', atMs: clock.now(), checkedAtMs, status }
  } catch (error) {
    return { kind: 'status-failed', atMs: clock.now(), checkedAtMs, unknownOrder: readFailure(error).unknownId }
  }
}

/** The result of a write of an order that was read before. */
interface SavedOrder {
  readonly transition: OrderTransition
  /** The stored row, when it is known without another read. */
  readonly row?: OrderRow
}

/**
 * As `applyObservations`, for an order that was read before: in one round trip, and one commit with others, if it has not changed since
 * and nothing else of its reference counts.
 */
export async function applyToRow(
  context: GatewayContext,
  row: OrderRow,
  observations: readonly Observation[],
  payerAction?: PayerAction,
): Promise<AppliedOrder> {
  const planned = row.needsReview ? undefined : planTransition(context, { row }, observations, payerAction)
  const saved = planned && (await (planned.changed ? saveChange : saveNothingNew)(context, row, planned, observations))
  if (!saved) return applyObservations(context, row.merchantOrderId, observations, payerAction)
  return { ...publishOrder(context, saved.transition), ...defined({ row: saved.row }) }
}

/**
 * Saves the next poll when the observations change nothing, in one statement: other orders of the reference decide only about a payment that is
 * new. Undefined when nothing was saved.
 */
async function saveNothingNew(
  context: GatewayContext,
  row: OrderRow,
  { reduced, changed, update }: PlannedTransition,
  observations: readonly Observation[],
): Promise<SavedOrder | undefined> {
  // An id at the provider that is new may be of another order.
  if (row.orderId === undefined) return undefined
  const isSaved = await saveNextPollOf(context.database, row, paymentsOf(row, observations), update)
  if (!isSaved) return undefined
  return { transition: { before: row, reduced, changed, nextPollAtMs: update.nextPollAtMs, followUps: undefined } }
}

/**
 * Saves a change that was reduced on the row as it was read, if that row is still the current one: the statement checks it under the lock of
 * the reference. Undefined when nothing was saved, as for a change that needs more than one statement.
 */
async function saveChange(
  context: GatewayContext,
  row: OrderRow,
  { reduced, changed, update }: PlannedTransition,
  observations: readonly Observation[],
): Promise<SavedOrder | undefined> {
  // Which payments that a person has booked are captured, and whether the end of an order that was never paid is announced, is read under the lock.
  if (
    (row.state !== 'CREATED' && row.state !== 'PENDING') ||
    reduced.order.needsReview ||
    (reduced.order.state === 'FAILED' && !wasReportedFailed(reduced.order)) ||
    row.attempts.some(({ booked }) => booked !== undefined) ||
    reduced.events.some(({ type }) => type === 'refund.request')
  ) {
    return undefined
  }
  const change = {
    ...update,
    before: row,
    order: reduced.order,
    decision: decisionOf(row, reduced, observations, update.nowMs),
    captures: captures(reduced.order, row),
    events: reduced.events,
  }
  // Another order that is saved at the same moment may have the same id of the provider, or the same payment.
  const saved = await context.orderBatches.save(change).catch(undefinedOnConflict)
  if (!saved) return undefined
  const followUps = { sendRefunds: false, deliveries: saved.hasDeliveries }
  return {
    transition: { before: row, reduced, changed, nextPollAtMs: update.nextPollAtMs, followUps },
    row: savedRow(change),
  }
}

/**
 * Changes the state of an order: locks its reference and its row, reduces the observations, saves the order with its decision and events,
 * and commits. State and events are committed together. `payerAction` is what the payer needs to pay, from the provider's reply.
 * @throws GatewayError NOT_FOUND
 */
export async function applyObservations(
  context: GatewayContext,
  merchantOrderId: string,
  observations: readonly Observation[],
  payerAction?: PayerAction,
): Promise<AppliedOrder> {
  const transition = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      const locked = await lockOrder(tx, merchantOrderId)
      if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
      return applyToLocked(context, tx, locked, observations, payerAction)
    }, merchantOrderId),
  )
  return publishOrder(context, transition)
}

/** Applies observations to an order that this transaction has locked; call `publishOrder` after the commit. */
export async function applyToLocked(
  context: GatewayContext,
  tx: Queries,
  locked: LockedOrder,
  observed: readonly Observation[],
  payerAction?: PayerAction,
): Promise<OrderTransition> {
  const { row } = locked
  const observations = await withOtherOrder(context, tx, row, observed, payerAction)
  const { merchantOrderId } = row
  const { reduced, changed: isChange, update } = planTransition(context, locked, observations, payerAction)
  const { nowMs, nextPollAtMs } = update
  const decision = decisionOf(row, reduced, observations, nowMs)
  const changed = isChange && !(await isRepeated(tx, merchantOrderId, decision))
  if (!changed) {
    await saveNextPoll(tx, merchantOrderId, update)
    return { before: row, reduced, changed, nextPollAtMs, followUps: undefined }
  }
  await saveOrder(tx, { ...update, before: row, order: reduced.order })
  await postCaptures(tx, reduced.order, row, nowMs)
  await insertDecision(tx, merchantOrderId, decision)
  const followUps = reduced.events.length === 0 ? undefined : await recordEvents(context, tx, reduced.events)
  const transition = { before: row, reduced, changed, nextPollAtMs, followUps }
  return followUps?.refused ? stopForRefusedRefund(context, tx, transition, followUps.refused) : transition
}

function providerIdIn(one: Observation): string | undefined {
  return 'status' in one ? one.status.orderId : one.kind === 'response' ? one.orderId : undefined
}

/**
 * Replies and statuses name the order that has the provider's id, a link to pay, or one of the payments, already, if that is another one:
 * they are about it.
 */
function withOtherOrder(
  context: GatewayContext,
  tx: Queries,
  row: OrderRow,
  observations: readonly Observation[],
  payerAction: PayerAction = {},
): Promise<Observation[]> {
  const links = linkDigestsOf(payerAction, context.digest)
  return Promise.all(
    observations.map(async (one) => {
      if (one.kind !== 'response' && !('status' in one)) return one
      const merchantOrderId = await otherOrderOf(tx, row, one, links)
      if (merchantOrderId === undefined) return one
      return 'status' in one ? { ...one, status: { ...one.status, merchantOrderId } } : { ...one, merchantOrderId }
    }),
  )
}

/**
 * Asks about an id of the provider and links that are new to the order, and about every payment that is listed or stored of it, in any
 * state: what was stored while the order was open may have been captured for another one since.
 */
async function otherOrderOf(
  tx: Queries,
  row: OrderRow,
  one: Observation,
  links: Fingerprint,
): Promise<string | undefined> {
  const orderId = row.orderId === undefined ? providerIdIn(one) : undefined
  const owner = orderId === undefined ? undefined : await orderIdOf(tx, orderId)
  if (owner !== undefined && owner !== row.merchantOrderId) return owner
  if (!('status' in one)) return otherOrderWithLink(tx, row.merchantOrderId, links)
  const payments = paymentsOf(row, [one])
  if (payments.length === 0) return undefined
  const [others] = await paymentsOfOthers(tx, row.merchantOrderId, payments)
  return others?.merchantOrderId
}

/** The payments that are stored of an order, or listed in the observations. */
function paymentsOf({ attempts }: OrderRow, observations: readonly Observation[]): string[] {
  const listed = observations.flatMap((one) => ('status' in one ? one.status.attempts : []))
  return [...new Set([...attempts, ...listed].filter(isNamed).map(({ transactionId }) => transactionId))]
}

/** The effect of observations on an order as it was read. */
interface PlannedTransition {
  readonly reduced: OrderReduction
  readonly changed: boolean
  readonly update: OrderUpdate
}

/** Plans the effect of the observations on an order, and the next poll. Writes nothing. */
function planTransition(
  context: GatewayContext,
  { row, ...reference }: LockedOrder,
  observations: readonly Observation[],
  given: PayerAction | undefined,
): PlannedTransition {
  const nowMs = context.clock.now()
  const reduced = reduceOrder(row, observations, { nowMs, ...reference }, context.policy)
  const payerAction = given ?? linkFrom(row, reduced.order, observations)
  const { nextPollAtMs: plannedAtMs } = row
  const isAnswered = isCheckAnswered(observations)
  const unanswered =
    isAnswered === undefined
      ? undefined
      : unansweredPolls(row.unansweredPolls, isAnswered, { nowMs, ...defined({ plannedAtMs }) })
  const isSilent = row.state === 'COMPLETED' && isPaymentNotMentioned(observations)
  const pollState = { nowMs, unanswered, isSilent, providerDelayMs: nextPollDelayMs, ...defined({ plannedAtMs }) }
  const planned = nextOrderPoll(reduced.order, pollState, context.policy)
  const isOver = reduced.rule === 'review-resolved' || reduced.rule === 'automatic-refund-corrected'
  const nextPollAtMs = isOver && !reduced.order.needsReview ? pollAfterReview(row, nowMs, context.policy) : planned
  const changed = payerAction !== undefined || isNews(row, reduced, observations)
  const opened = observations.some((one) => isResponseToAnother(row, one)) ? undefined : payerAction
  const linkDigests = opened && linkDigestsOf(opened, context.digest)
  return {
    reduced,
    changed,
    update: { nowMs, nextPollAtMs, unansweredPolls: unanswered ?? row.unansweredPolls, opened, linkDigests },
  }
}

/** The page of a link whose reply was lost, from a status that repeats the page. */
function linkFrom(
  { opened }: OrderRow,
  after: OrderRecord,
  observations: readonly Observation[],
): PayerAction | undefined {
  const status = latestCheck(observations)
  if (opened || after.state !== 'PENDING' || status?.kind !== 'status') return undefined
  const { linkUrl: redirectUrl, orderId } = status.status
  return redirectUrl !== undefined && orderId !== undefined && orderId === after.orderId ? { redirectUrl } : undefined
}

/** True when the reply's page belongs to another order. A payment there does not pay this order. */
const isResponseToAnother = ({ orderId }: OrderRow, one: Observation): boolean =>
  one.kind === 'response' &&
  (one.merchantOrderId !== undefined || (orderId !== undefined && one.orderId !== undefined && orderId !== one.orderId))

/** The order needs review in the same transaction when the automatic refund of its payment could not be stored to be sent. */
async function stopForRefusedRefund(
  context: GatewayContext,
  tx: Queries,
  { before, followUps }: OrderTransition,
  refused: NonNullable<FollowUpWork['refused']>,
): Promise<OrderTransition> {
  const locked = await lockOrder(tx, before.merchantOrderId)
  if (!locked) throw new Error(`The order ${before.merchantOrderId} is gone`)
  const stopped = await applyToLocked(context, tx, locked, [automaticRefundFailed(refused, context.clock.now())])
  const { version } = stopped.before
  return { ...stopped, before: { ...before, version }, followUps: mergeFollowUps(followUps, stopped.followUps) }
}

/** After the commit: wakes the workers that have work now, and emits the live event. */
export function publishOrder(
  context: GatewayContext,
  { before, reduced, changed, nextPollAtMs, followUps }: OrderTransition,
): AppliedOrder {
  const { order, rule } = reduced
  const { merchantOrderId } = before
  if (nextPollAtMs !== undefined) context.wake('poll-orders', nextPollAtMs)
  if (followUps) wakeFollowUps(context, followUps)
  for (const attempt of endedAttempts(before, order)) context.countAttempt(attempt)
  if (changed) {
    context.events.emit({ type: 'order', merchantOrderId, state: order.state, version: before.version + 1 })
    context.log.info({ merchantOrderId, rule, from: before.state, to: order.state }, 'Order updated')
    if (order.needsReview && !before.needsReview) context.log.error({ merchantOrderId, rule }, 'Order needs review')
  }
  return { order, rule }
}

/**
 * Tells whether the provider answered the status check; undefined when the provider was not asked. "Order not found" is an answer. A
 * payment without a statement about an earlier refund is not an answer.
 */
function isCheckAnswered(observations: readonly Observation[]): boolean | undefined {
  const check = latestCheck(observations)
  if (check?.kind === 'status-failed') return check.unknownOrder
  return check && check.refunded !== 'unanswered'
}

const latestCheck = (observations: readonly Observation[]) =>
  observations.filter((one) => one.kind === 'status' || one.kind === 'status-failed').at(-1)

/** True when the latest status calls the order open, or does not know the order. */
function isPaymentNotMentioned(observations: readonly Observation[]): boolean {
  const check = latestCheck(observations)
  return check?.kind === 'status' ? check.status.state === 'PENDING' : check?.unknownOrder === true
}
