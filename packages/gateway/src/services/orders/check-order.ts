import type { GatewayContext } from '../../context.ts'
import type { Observation } from '../../domain/orders/order.ts'
import { isOfAnother, mayBeRefunded } from '../../domain/orders/refund-doubt.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { refundEvidence } from '../refunds/lost-refunds.ts'
import { type AppliedOrder, applyToRow, checkOrderStatus } from './sync-order.ts'

/**
 * Checks an order's status at the provider. Of a payment from before the order was sent, and one that is found late, its automatic refund is
 * looked for as well: without an answer about that, the payment completes no order yet. Never call it with a lock held.
 */
export async function checkOrder(
  context: Pick<GatewayContext, 'database' | 'provider' | 'clock'>,
  order: OrderRow,
): Promise<Observation> {
  const observed = await checkOrderStatus(context, order)
  if (observed.kind !== 'status' || isOfAnother(order, observed.status)) return observed
  if (!mayBeRefunded(order, observed.status, context.clock.now())) return observed
  return {
    ...observed,
    ...((await refundEvidence(context, order)) ?? { refundsChecked: 'unanswered' }),
  }
}

/** Checks an order and applies its status, together with what was observed before. */
export async function syncOrder(
  context: GatewayContext,
  order: OrderRow,
  observed: readonly Observation[] = [],
): Promise<AppliedOrder> {
  return applyToRow(context, order, [...observed, await checkOrder(context, order)])
}
