import type { GatewayContext } from '../../context.ts'
import type { Observation } from '../../domain/orders/order.ts'
import { UNANSWERED_BEFORE_REVIEW } from '../../domain/orders/polls.ts'
import { mayBeRefunded } from '../../domain/orders/refund-doubt.ts'
import { isStartedElsewhere } from '../../domain/orders/started-elsewhere.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { refundEvidence } from '../refunds/lost-refunds.ts'
import { isFromBeforeRestore, knownStarts } from '../restores.ts'
import { type AppliedOrder, applyToRow, checkOrderStatus } from './sync-order.ts'

type CheckContext = Pick<GatewayContext, 'database' | 'provider' | 'clock' | 'restores' | 'orderIdPrefix'>

/**
 * Checks an order's status at the provider. One that was started elsewhere with the same id is marked as such. Of a payment from before the order was sent, and of an order from before a restore, the automatic
 * refund is asked for as well. A check without an answer about that counts as not answered, and after some of them a person is asked. Never
 * call it with a lock held.
 */
export async function checkOrder(context: CheckContext, order: OrderRow): Promise<Observation> {
  const observed = await checkOrderStatus(context, order)
  if (observed.kind !== 'status') return observed
  if (order.orderId === undefined && isStartedElsewhere(order, observed.status, await knownStarts(context)))
    return { ...observed, startedElsewhere: true }
  if (observed.status.state !== 'COMPLETED') return observed
  const isRestored = await isFromBeforeRestore(context, order)
  if (!mayBeRefunded(order, observed.status, isRestored)) return observed
  const refunded = await refundEvidence(context, order)
  if (refunded) return { ...observed, refunded }
  if (order.unansweredPolls >= UNANSWERED_BEFORE_REVIEW) return { ...observed, refunded: 'unanswered' }
  return { kind: 'status-failed', atMs: observed.atMs, unknownOrder: false }
}

/**
 * Callbacks that are hints only: of an order from before a restore none says whether the payment was refunded, and of one whose id at the provider
 * is not known none says who started it.
 */
export async function asHints(
  context: CheckContext,
  order: OrderRow,
  reported: readonly Observation[],
): Promise<readonly Observation[]> {
  if (order.orderId !== undefined && !(await isFromBeforeRestore(context, order))) return reported
  return reported.map((one) => (one.kind === 'callback' ? { ...one, mode: 'classic' } : one))
}

/** Checks an order and applies its status, together with what was observed before. */
export async function syncOrder(
  context: GatewayContext,
  order: OrderRow,
  observed: readonly Observation[] = [],
): Promise<AppliedOrder> {
  return applyToRow(context, order, [...observed, await checkOrder(context, order)])
}
