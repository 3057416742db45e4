import { isDeepStrictEqual } from 'node:util'
import type { GatewayContext } from '../../context.ts'
import { comparedUntilMs } from '../../domain/comparisons.ts'
import { defined } from '../../domain/defined.ts'
import { NOTHING_POSTED } from '../../domain/finance/ledger.ts'
import { automaticRefundChange } from '../../domain/orders/automatic-refunds.ts'
import { type RefundObservation, statusOf } from '../../domain/refunds/observations.ts'
import { type AskedRefund, isAsked, type RefundFacts, type RefundPlan, type Yield } from '../../domain/refunds/plan.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'
import type { Queries } from '../../storage/database.ts'
import { postedRefunds } from '../../storage/finance/ledger.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import type { LockedOrder } from '../../storage/orders/orders.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import {
  closeJoined,
  insertRefund,
  newRefundKey,
  type RefundRow,
  readRefund,
  refundOfKey,
  refundsOf,
  refundWithId,
  saveNextRefundPoll,
  saveRefund,
} from '../../storage/refunds/refunds.ts'
import { recordEvents, wakeFollowUps } from '../events/record-events.ts'
import { postRefund, withPosted } from '../finance/ledger.ts'
import { applyToLocked, publishOrder } from '../orders/sync-order.ts'

/** Context in which an observation of a refund is written. */
export interface ObservedBy {
  /** The lease that ends with the observation. Without one, the process that holds the refund keeps it. */
  readonly leaseToken?: number
  /** Records a person's decision, in its transaction and under the order's lock. What it throws refuses the decision. */
  readonly record?: (tx: Queries, refund: RefundRow) => Promise<void>
  /** Written in the same transaction when the observation changed the refund. */
  readonly alsoWrite?: (tx: Queries, after: RefundRecord) => Promise<void>
}

/** Reads the facts for a decision about the refund, under the order's lock. Undefined when the id belongs to a refund of another order. */
export async function readRefundFacts(
  tx: Queries,
  order: OrderRow,
  asked: AskedRefund,
  learned: RefundObservation,
  nowMs: number,
  policy: GatewayContext['policy'],
): Promise<RefundFacts<RefundRow> | undefined> {
  const refunds = await refundsOf(tx, order.merchantOrderId)
  const isKnown = refunds.some((one) => isAsked(one, asked))
  const { merchantRefundId } = asked
  if (!isKnown && merchantRefundId !== undefined && (await readRefund(tx, merchantRefundId))) return undefined
  const newId = isKnown ? 0 : await newRefundKey(tx)
  const refundId = statusOf(learned)?.refundId
  const own = refunds.find((one) => one.refundId === refundId)
  const owner = refundId === undefined ? undefined : (own ?? (await refundWithId(tx, refundId)))
  const posted = await postedRefunds(tx, order.merchantOrderId)
  const postedOf = (id: number) => posted.get(id) ?? NOTHING_POSTED
  return {
    asked,
    newId,
    order,
    refunds,
    posted: postedOf,
    owner,
    nowMs,
    comparedUntilMs: comparedUntilMs(order, policy),
  }
}

type WritePlan = Extract<RefundPlan<RefundRow>, { readonly do: 'write' }>
type Written = Awaited<ReturnType<typeof writeRefund>>

/** Writes what was planned: the refund, its transfers, its events, and what an automatic refund changes of its order. One commit. */
export async function writeRefund(
  context: GatewayContext,
  tx: Queries,
  locked: LockedOrder,
  plan: WritePlan,
  observedBy: ObservedBy,
  nowMs: number,
) {
  const { before, known, refund, joined } = plan
  const isChanged = !known || joined !== undefined || !isDeepStrictEqual(defined(before), defined(refund))
  if (known) await observedBy.record?.(tx, known)
  const joinedOrder = joined ? await join(tx, locked.row, joined, refund.id, nowMs) : locked.row
  await save(tx, { ...plan, isChanged }, observedBy.leaseToken, nowMs)
  if (isChanged) await observedBy.alsoWrite?.(tx, refund)
  const row = (await refundOfKey(tx, refund.id)) as RefundRow
  const covered = await coverOverdrafts(tx, joinedOrder, plan.overdrawn, nowMs)
  const yielded = await writeYields(tx, covered, plan.yields, nowMs)
  const posted = isChanged ? await postRefund(tx, refund, nowMs, yielded.availableAmount) : []
  if (posted === 'exceeds') context.log.error(logged(refund), 'A refund exceeds what is left of its order')
  const order = await coverOverdrafts(
    tx,
    withPosted(yielded, posted === 'exceeds' ? [] : posted),
    plan.overdrawn,
    nowMs,
  )
  const events = plan.yields.flatMap((one) => one.events)
  const followUps = await recordEvents(context, tx, [...plan.events, ...events])
  const ofOrder = automaticRefundChange(before, refund, nowMs)
  const changedOrder =
    ofOrder.length > 0 ? await applyToLocked(context, tx, { ...locked, row: order }, ofOrder) : undefined
  return { row, before, isChanged, followUps, changedOrder }
}

/** Refunds that were never sent give up what money that has left takes. They are in review first: the ledger frees nothing of any other. */
async function writeYields(
  tx: Queries,
  order: OrderRow,
  yields: readonly Yield<RefundRow>[],
  nowMs: number,
): Promise<OrderRow> {
  let after = order
  for (const { known, refund, free, nextPollAtMs } of yields) {
    await saveRefund(tx, refund, nowMs, { nextPollAtMs, leaseToken: undefined })
    const posted = await postRefund(tx, refund, nowMs, free)
    if (posted === 'exceeds') throw new Error(`The refund ${shownRefundId(known)} cannot give up what it holds`)
    after = withPosted(after, posted)
  }
  return after
}

/** Covers overdrafts with the amount that the order has again. */
async function coverOverdrafts(
  tx: Queries,
  order: OrderRow,
  refunds: readonly RefundRow[],
  nowMs: number,
): Promise<OrderRow> {
  let after = order
  for (const refund of refunds) {
    if (after.availableAmount === 0) break
    const posted = await postRefund(tx, refund, nowMs, after.availableAmount)
    after = withPosted(after, posted === 'exceeds' ? [] : posted)
  }
  return after
}

/** A refund that was stored twice becomes one: the row that was known by the provider's id alone is closed, and its transfers are taken back. */
async function join(tx: Queries, order: OrderRow, row: RefundRow, joinedTo: number, nowMs: number): Promise<OrderRow> {
  // First, because the ledger keeps what a refund that is stored takes.
  await closeJoined(tx, row.id, joinedTo)
  const { needsReview: _, disputed: __, ...rest } = row
  const taken = await postRefund(tx, { ...rest, state: 'FAILED' }, nowMs, order.availableAmount)
  if (taken === 'exceeds') throw new Error(`The transfers of refund ${shownRefundId(row)} cannot be taken back`)
  return withPosted(order, taken)
}

async function save(
  tx: Queries,
  { known, refund, isChanged, nextPollAtMs }: WritePlan & { readonly isChanged: boolean },
  leaseToken: number | undefined,
  nowMs: number,
): Promise<void> {
  const next = { nextPollAtMs, leaseToken }
  if (known && isChanged) return saveRefund(tx, refund, nowMs, next)
  if (known) return saveNextRefundPoll(tx, refund.id, next)
  if (!(await insertRefund(tx, { refund, nextPollAtMs })))
    throw new Error(`The refund ${shownRefundId(refund)} was stored for another order at the same time`)
}

const logged = (refund: RefundRecord) => ({
  merchantRefundId: shownRefundId(refund),
  merchantOrderId: refund.merchantOrderId,
})

/** After the commit: wakes the workers, and tells those who watch. */
export function publishRefund(
  context: GatewayContext,
  { row, ...written }: { readonly row: RefundRow } & Partial<Written>,
): void {
  const { state, version, needsReview, nextPollAtMs } = row
  if (nextPollAtMs !== undefined) context.wake(state === 'REQUESTED' ? 'send-refunds' : 'poll-refunds', nextPollAtMs)
  const { before, followUps, changedOrder, isChanged } = written
  if (followUps) wakeFollowUps(context, followUps)
  if (changedOrder) publishOrder(context, changedOrder)
  if (!isChanged) return
  context.events.emit({ type: 'refund', ...logged(row), state, version })
  context.log.info({ ...logged(row), state }, 'Refund updated')
  if (needsReview && !before?.needsReview)
    context.log.error({ ...logged(row), reason: needsReview.reason }, 'Refund needs review')
}
