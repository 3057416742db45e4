import type { Decision, ObservationKind } from '@galla/contract/gateway-api/decisions'
import type { Observation } from '../books/observation.ts'
import type { OrderRecord } from '../books/order.ts'
import { type Reduced, reduceOrder } from '../books/reduce-order.ts'
import type { Rule } from '../books/rules.ts'
import { nextOrderLook } from '../books/schedule.ts'
import { GatewayError } from '../books-error.ts'
import type { Rooms } from '../rooms.ts'
import type { Queries } from '../storage/books.ts'
import { insertDecision } from '../storage/decisions.ts'
import type { Opened, OrderRow } from '../storage/order-row.ts'
import { lockOrder, saveNextLook, saveOrder } from '../storage/orders.ts'
import { refundsOf } from '../storage/refunds.ts'
import { type Afterwards, recordEffects, wakeAfterwards } from './record-effects.ts'
import { viewOrder } from './views.ts'

export interface Settled {
  readonly order: OrderRecord
  readonly rule: Rule
}

/** An order under lock, and who of its reference was paid already. */
type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

interface Folded {
  readonly before: OrderRow
  readonly reduced: Reduced
  readonly changed: boolean
  readonly nextPollAtMs: number | undefined
  readonly after: Afterwards | undefined
}

/**
 * The only way into an order: lock, fold what was heard, save, do what follows, commit. `opened` is what the payer is to act on.
 * @throws GatewayError NOT_FOUND
 */
export async function settle(
  rooms: Rooms,
  merchantOrderId: string,
  heard: readonly Observation[],
  opened?: Opened,
): Promise<Settled> {
  const folded = await rooms.books.transaction(async (tx) => {
    const locked = await lockOrder(tx, merchantOrderId)
    if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
    return fold(rooms, tx, locked, heard, opened)
  })
  return tell(rooms, folded)
}

/** Folds into an order that this transaction holds; `tell` follows after the commit. */
export async function fold(
  rooms: Rooms,
  tx: Queries,
  { row, paidBy }: Locked,
  heard: readonly Observation[],
  opened?: Opened,
): Promise<Folded> {
  const { merchantOrderId } = row
  const nowMs = rooms.clock.now()
  const reduced = reduceOrder(row, heard, { nowMs, ...(paidBy === undefined ? {} : { paidBy }) }, rooms.policy)
  const looking = { nowMs, openedAtMs: row.openedAtMs, unanswered: isUnanswered(heard) }
  const planned = nextOrderLook(reduced.order, looking, rooms.policy)
  // Whoever lets an order go on wants to know at once where it goes.
  const nextPollAtMs = reduced.rule === 'review-resolved' && planned !== undefined ? nowMs : planned
  const changed = opened !== undefined || saysMore(row, reduced, heard)
  if (!changed) {
    await saveNextLook(tx, merchantOrderId, nextPollAtMs)
    return { before: row, reduced, changed, nextPollAtMs, after: undefined }
  }
  await saveOrder(tx, reduced.order, { nowMs, nextPollAtMs, opened })
  await insertDecision(tx, merchantOrderId, decisionOf(row, reduced, heard, nowMs))
  const after =
    reduced.effects.length === 0
      ? undefined
      : await recordEffects(rooms, tx, reduced.effects, {
          order: viewOrder({ ...row, ...reduced.order }, await refundsOf(tx, merchantOrderId)),
          ...(paidBy === undefined || paidBy === merchantOrderId ? {} : { paidBy }),
        })
  return { before: row, reduced, changed, nextPollAtMs, after }
}

/** Once it is committed: wakes who has work now, and tells who listens. */
export function tell(rooms: Rooms, { before, reduced, changed, nextPollAtMs, after }: Folded): Settled {
  const { order, rule } = reduced
  const { merchantOrderId } = before
  if (nextPollAtMs !== undefined) rooms.wake('poll-orders', nextPollAtMs)
  if (after) wakeAfterwards(rooms, after)
  if (changed) {
    rooms.events.emit({ type: 'order', merchantOrderId, state: order.state, version: before.version + 1 })
    rooms.log.info({ merchantOrderId, rule, from: before.state, to: order.state }, 'An order was judged')
    if (order.needsReview && !before.needsReview)
      rooms.log.error({ merchantOrderId, rule }, 'An order waits for a person')
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
function saysMore(row: OrderRow, { order, rule }: Reduced, heard: readonly Observation[]): boolean {
  if (rule !== 'still-pending' && rule !== 'nothing-new') return true
  if (heard.some(({ kind }) => kind !== 'status' && kind !== 'status-failed' && kind !== 'clock')) return true
  return JSON.stringify(factsOf(row)) !== JSON.stringify(factsOf(order))
}

const factsOf = ({ state, orderId, expiresAtMs, attempts }: OrderRecord) => [
  state,
  orderId,
  expiresAtMs,
  attempts.map((one) => Object.entries(one).sort()),
]

function decisionOf(
  before: OrderRecord,
  { order, rule, effects }: Reduced,
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
