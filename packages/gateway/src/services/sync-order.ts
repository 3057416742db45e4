import type { Decision, ObservationKind } from '@galla/contract/gateway-api/decisions'
import type { GatewayContext } from '../context.ts'
import type { Observation, OrderRecord } from '../domain/order.ts'
import { type OrderReduction, reduceOrder } from '../domain/order-reducer.ts'
import type { Rule } from '../domain/order-rules.ts'
import { nextOrderPoll } from '../domain/schedule.ts'
import { GatewayError } from '../errors.ts'
import type { Queries } from '../storage/database.ts'
import { insertDecision } from '../storage/decisions.ts'
import type { Opened, OrderRow } from '../storage/order-row.ts'
import { lockOrder, saveNextPoll, saveOrder } from '../storage/orders.ts'
import { refundsOf } from '../storage/refunds.ts'
import { type FollowUpWork, recordEvents, wakeFollowUps } from './record-events.ts'
import { viewOrder } from './views.ts'

export interface AppliedObservations {
  readonly order: OrderRecord
  readonly rule: Rule
}

/** An order under lock, and who of its reference was paid already. */
type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

interface OrderSummary {
  readonly before: OrderRow
  readonly reduced: OrderReduction
  readonly changed: boolean
  readonly nextPollAtMs: number | undefined
  readonly after: FollowUpWork | undefined
}

/**
 * The only way into an order: lock, fold what was heard, save, do what follows, commit. `opened` is what the payer is to act on.
 * @throws GatewayError NOT_FOUND
 */
export async function applyObservations(
  context: GatewayContext,
  merchantOrderId: string,
  heard: readonly Observation[],
  opened?: Opened,
): Promise<AppliedObservations> {
  const folded = await context.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, merchantOrderId)
    if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    return fold(context, tx, locked, heard, opened)
  })
  return tell(context, folded)
}

/** Folds into an order that this transaction holds; `tell` follows after the commit. */
export async function fold(
  context: GatewayContext,
  tx: Queries,
  { row, paidBy }: Locked,
  heard: readonly Observation[],
  opened?: Opened,
): Promise<OrderSummary> {
  const { merchantOrderId } = row
  const nowMs = context.clock.now()
  const reduced = reduceOrder(row, heard, { nowMs, ...(paidBy === undefined ? {} : { paidBy }) }, context.policy)
  const pollState = { nowMs, openedAtMs: row.openedAtMs, unanswered: isUnanswered(heard) }
  const planned = nextOrderPoll(reduced.order, pollState, context.policy)
  // Whoever lets an order go on wants to know at once where it goes.
  const nextPollAtMs = reduced.rule === 'review-resolved' && planned !== undefined ? nowMs : planned
  const changed = opened !== undefined || saysMore(row, reduced, heard)
  if (!changed) {
    await saveNextPoll(tx, merchantOrderId, nextPollAtMs)
    return { before: row, reduced, changed, nextPollAtMs, after: undefined }
  }
  await saveOrder(tx, reduced.order, { nowMs, nextPollAtMs, opened })
  await insertDecision(tx, merchantOrderId, decisionOf(row, reduced, heard, nowMs))
  const after =
    reduced.effects.length === 0
      ? undefined
      : await recordEvents(context, tx, reduced.effects, {
          order: viewOrder({ ...row, ...reduced.order }, await refundsOf(tx, merchantOrderId)),
          ...(paidBy === undefined || paidBy === merchantOrderId ? {} : { paidBy }),
        })
  return { before: row, reduced, changed, nextPollAtMs, after }
}

/** Once it is committed: wakes who has work now, and tells who listens. */
export function tell(
  context: GatewayContext,
  { before, reduced, changed, nextPollAtMs, after }: OrderSummary,
): AppliedObservations {
  const { order, rule } = reduced
  const { merchantOrderId } = before
  if (nextPollAtMs !== undefined) context.wake('poll-orders', nextPollAtMs)
  if (after) wakeFollowUps(context, after)
  if (changed) {
    context.events.emit({ type: 'order', merchantOrderId, state: order.state, version: before.version + 1 })
    context.log.info({ merchantOrderId, rule, from: before.state, to: order.state }, 'An order was judged')
    if (order.needsReview && !before.needsReview)
      context.log.error({ merchantOrderId, rule }, 'An order waits for a person')
  }
  return { order, rule }
}

/** That the provider does not know the order is an answer. */
function isUnanswered(heard: readonly Observation[]): boolean {
  return (
    heard.some((one) => one.kind === 'status-failed' && !one.unknownOrder) &&
    !heard.some(({ kind }) => kind === 'status')
  )
}

/** A look that finds what the last one found leaves no trace but the time of the next. */
function saysMore(row: OrderRow, { order, rule }: OrderReduction, heard: readonly Observation[]): boolean {
  if (rule !== 'still-pending' && rule !== 'nothing-new') return true
  if (heard.some(({ kind }) => kind !== 'status' && kind !== 'status-failed' && kind !== 'clock')) return true
  return JSON.stringify(mailDataOf(row)) !== JSON.stringify(mailDataOf(order))
}

const mailDataOf = ({ state, orderId, expiresAtMs, attempts }: OrderRecord) => [
  state,
  orderId,
  expiresAtMs,
  attempts.map((one) => Object.entries(one).sort()),
]

function decisionOf(
  before: OrderRecord,
  { order, rule, effects }: OrderReduction,
  heard: readonly Observation[],
  atMs: number,
): Omit<Decision, 'decisionId' | 'explains'> {
  return {
    atMs,
    rule,
    from: before.state,
    to: order.state,
    observations: heard.map(inShort),
    events: effects.map(({ deliveryId }) => deliveryId),
  }
}

const SHORT: { readonly [Kind in Observation['kind']]: ObservationKind } = {
  reply: 'reply',
  'reply-failed': 'reply',
  callback: 'callback',
  status: 'status',
  'status-failed': 'status',
  redirect: 'redirect',
  clock: 'clock',
  console: 'console',
  'automatic-refund-failed': 'refund',
}

function inShort(one: Observation): Decision['observations'][number] {
  const { kind, atMs, source } = one
  const status = 'status' in one ? one.status : undefined
  const state = status?.wireState ?? status?.state ?? ('outcome' in one ? one.outcome : undefined)
  return {
    kind: SHORT[kind],
    atMs,
    ...(state === undefined ? {} : { state }),
    ...(status?.amount === undefined ? {} : { amount: status.amount }),
    ...(source === undefined ? {} : { source }),
  }
}
