import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { defined } from '../domain/defined.ts'
import type { Queries } from '../storage/database.ts'
import type { ClaimedDelivery } from '../storage/deliveries.ts'
import { paidOrderOf, readOrder, viewOrder } from '../storage/orders.ts'
import { findRefund, viewRefund } from '../storage/refunds.ts'

/** What an event is about. */
export interface EventSubject {
  readonly order: Order
  readonly refund?: Refund
  /** The other order of its reference whose payment counts. */
  readonly paidBy?: string
}

/** The order and refund as they are now, not as they were at the time of the event. */
export async function readSubject(
  on: Queries,
  { merchantOrderId, merchantRefundId }: Pick<ClaimedDelivery, 'merchantOrderId' | 'merchantRefundId'>,
): Promise<EventSubject> {
  const row = await readOrder(on, merchantOrderId)
  if (!row) throw new Error(`The order ${merchantOrderId} is missing from the database`)
  const paidBy = await paidOrderOf(on, row.reference)
  const refund = merchantRefundId === null ? undefined : await findRefund(on, merchantRefundId)
  if (merchantRefundId !== null && !refund)
    throw new Error(`The refund ${merchantRefundId} is missing from the database`)
  return {
    order: viewOrder(row),
    ...defined({ refund: refund && viewRefund(refund), paidBy: paidBy === merchantOrderId ? undefined : paidBy }),
  }
}
