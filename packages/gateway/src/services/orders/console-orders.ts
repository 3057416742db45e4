import type { ListTotals } from '@galla/contract/gateway-api/console-routes'
import type { OrderWithTimeline, Proof } from '@galla/contract/gateway-api/decisions'
import type { ListOrders, Order, Page } from '@galla/contract/gateway-api/orders'
import type { GatewayContext } from '../../context.ts'
import { proofOf } from '../../domain/orders/proof.ts'
import { isInReviewFor, surplusOf } from '../../domain/orders/review.ts'
import { maskMessage } from '../../domain/privacy/masking.ts'
import { mayStillFail, type RefundRecord } from '../../domain/refunds/refund.ts'
import { isPaidAmountUnknown } from '../../domain/refunds/request.ts'
import { amountText, GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { disputesOf } from '../../storage/disputes/disputes.ts'
import { ledgerOfOrder } from '../../storage/finance/ledger.ts'
import { decisionsOf } from '../../storage/orders/decisions.ts'
import {
  allOrders,
  type FiledOrder,
  listOrders,
  ordersOfReference,
  ordersWithIds,
  readOrderView,
  totalsOfOrders,
} from '../../storage/orders/order-list.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { lockOrder, readOrder } from '../../storage/orders/orders.ts'
import { paymentsOfOthers } from '../../storage/orders/other-orders.ts'
import { timelineOf } from '../../storage/orders/timeline.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import { refundsOf, surplusRefundsOf, viewRefund } from '../../storage/refunds/refunds.ts'
import { checkAsRead, checkNote } from '../validation.ts'
import { syncOrder } from './check-order.ts'
import { applyToLocked, publishOrder } from './sync-order.ts'

export type { FiledOrder }

/** One page of orders, with `metaInfo` masked. */
export async function ordersForConsole({ database, clock }: GatewayContext, query: ListOrders): Promise<Page<Order>> {
  const page = await listOrders(database, query, clock.now())
  return { ...page, rows: page.rows.map(maskedOrder) }
}

/** The figures of all orders of a filter. */
export function orderTotals({ database, clock }: GatewayContext, query: ListOrders): Promise<ListTotals> {
  return totalsOfOrders(database, query, clock.now())
}

/** All orders of a filter, page by page. */
export const exportOrders = ({ database, clock }: GatewayContext, query: ListOrders) =>
  allOrders(database, query, clock.now())

/** The orders with these ids. */
export async function* exportSelected(
  { database }: GatewayContext,
  merchantOrderIds: readonly string[],
): AsyncGenerator<readonly FiledOrder[]> {
  yield await ordersWithIds(database, merchantOrderIds)
}

/** One order with everything that is stored about it; undefined when there is none. */
export async function orderStory(
  { database }: Pick<GatewayContext, 'database'>,
  merchantOrderId: string,
): Promise<OrderWithTimeline | undefined> {
  const order = await readOrderView(database, merchantOrderId)
  if (!order) return undefined
  const [refunds, decisions, timeline, ledger, siblings, disputes] = await Promise.all([
    refundsOf(database, merchantOrderId),
    decisionsOf(database, merchantOrderId),
    timelineOf(database, merchantOrderId),
    ledgerOfOrder(database, merchantOrderId),
    ordersOfReference(database, order.reference, merchantOrderId),
    disputesOf(database, merchantOrderId),
  ])
  return {
    order: maskedOrder(order),
    refunds: refunds.map(viewRefund),
    decisions,
    timeline,
    ledger,
    siblings: siblings.map(maskedOrder),
    disputes,
  }
}

/** Why an order has its state; undefined when there is none. */
export async function orderProof(
  { database }: Pick<GatewayContext, 'database'>,
  merchantOrderId: string,
): Promise<Proof | undefined> {
  const order = await readOrderView(database, merchantOrderId)
  return order && proofOf(order, await decisionsOf(database, merchantOrderId))
}

/** A person checks an order's status: recorded in the audit log. Undefined when there is no such order. */
export async function syncByPerson(
  context: GatewayContext,
  merchantOrderId: string,
): Promise<OrderWithTimeline | undefined> {
  const { database, clock } = context
  const row = await readOrder(database, merchantOrderId)
  if (!row) return undefined
  await writeAudit(context, { atMs: clock.now(), what: 'checked the status', kind: 'order', id: merchantOrderId })
  await syncOrder(context, row)
  return orderStory(context, merchantOrderId)
}

/**
 * A person resolves an order's review: recorded in the audit log with the note, in one transaction. `refundSurplus` refunds the surplus of an
 * order that was paid twice. `version` is that of the order as the person read it.
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND, REVIEW_CHANGED, REFUND_IN_PROGRESS
 */
export async function resolveReview(
  context: GatewayContext,
  merchantOrderId: string,
  { note, version, refundSurplus = false }: { note: string; version?: number; refundSurplus?: boolean },
): Promise<OrderWithTimeline | undefined> {
  checkNote(note, 'note')
  const { database, clock } = context
  const atMs = clock.now()
  // Another order may capture one of the payments at the same moment: then it is none of this one.
  const transition = await repeatedOnConflict(() =>
    database.transaction(async (tx) => {
      const locked = await lockOrder(tx, merchantOrderId)
      if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
      checkAsRead(locked.row, version)
      const own = await withoutPaymentsOfOthers(tx, locked.row)
      if (refundSurplus && surplusOf(own) === 0)
        throw invalid('refundSurplus', 'is only for an order that was paid twice and whose surplus is not refunded yet')
      if (!locked.row.needsReview) throw invalid('merchantOrderId', 'names an order that does not need review')
      await checkSurplusRefunds(tx, own)
      const what = refundSurplus ? 'resolved the review and refunded the second payment' : 'resolved the review'
      await writeAudit({ ...context, database: tx }, { atMs, what, kind: 'order', id: merchantOrderId, detail: note })
      return applyToLocked(context, tx, { ...locked, row: own }, [
        { kind: 'console', resolveReview: true, note, refundSurplus, atMs },
      ])
    }, merchantOrderId),
  )
  publishOrder(context, transition)
  return orderStory(context, merchantOrderId)
}

/** The surplus is owed again when a refund of it fails, but no list shows it once the review is resolved. */
async function checkSurplusRefunds(tx: Queries, order: OrderRow): Promise<void> {
  const { merchantOrderId, needsReview } = order
  if (!needsReview || !isInReviewFor(order, 'paid-twice')) return
  // One that is not sent, or sent again, before the review is resolved must not keep it open.
  const waitsForReview = ({ state }: RefundRecord) => state === 'REQUESTED' && isPaidAmountUnknown(order)
  const refunds = await surplusRefundsOf(tx, merchantOrderId, needsReview.sinceMs)
  const unfinished = refunds.find((refund) => mayStillFail(refund) && !waitsForReview(refund))
  if (!unfinished) return
  throw new GatewayError(
    'REFUND_IN_PROGRESS',
    `The refund ${shownRefundId(unfinished)} (${amountText(unfinished.amount)}) counts as a refund of the second payment and may still fail: resolve the review when it is decided`,
  )
}

/** A payment that has completed another order since is none of this one, whatever a status listed: it is neither captured nor refunded here. */
async function withoutPaymentsOfOthers(tx: Queries, row: OrderRow): Promise<OrderRow> {
  const ids = row.attempts.map(({ transactionId }) => transactionId)
  const others = new Set((await paymentsOfOthers(tx, row.merchantOrderId, ids)).map((one) => one.transactionId))
  return { ...row, attempts: row.attempts.filter(({ transactionId }) => !others.has(transactionId)) }
}

/** `metaInfo` may name the payer: the console masks it and reveals one value at a time. */
function maskedOrder(order: Order): Order {
  return order.metaInfo ? { ...order, metaInfo: maskMessage(order.metaInfo) as typeof order.metaInfo } : order
}
