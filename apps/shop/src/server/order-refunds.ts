import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { Gateway } from '@galla/gateway'
import type { OrderRefund } from '../shop-api.ts'

/** The refunds of an order for its payer, oldest first. Of an order without a refund the gateway is not asked. */
export async function refundsOf(gateway: Gateway, order: Order): Promise<OrderRefund[]> {
  const { merchantOrderId, state, amount, refundedAmount, refundableAmount } = order
  if (state !== 'COMPLETED' || (refundedAmount === 0 && refundableAmount >= amount)) return []
  const { rows } = await gateway.refunds.list({ merchantOrderId })
  return rows.filter(isForPayer).map(forPayer).reverse()
}

/** A refund that failed, or that a second person has not approved, is the shop's own matter. */
const isForPayer = ({ state, approval }: Refund) => state !== 'FAILED' && approval?.state !== 'waiting'

const forPayer = ({ amount, state, updatedAtMs, utr }: Refund): OrderRefund => ({
  amount,
  ...(state === 'COMPLETED' && { completedAtMs: updatedAtMs }),
  ...(utr !== undefined && { utr }),
})
