import { type Balances, balancesAfter, captures, refundTransfers, type Transfer } from '../domain/ledger.ts'
import type { OrderRecord } from '../domain/order.ts'
import type { RefundRecord } from '../domain/refund.ts'
import type { Queries } from '../storage/database.ts'
import { postedRefund, postTransfers } from '../storage/ledger.ts'

/** Posts what the order was paid and the ledger lacks. Call it after the order is saved. @returns the balances after it */
export async function postCaptures(
  tx: Queries,
  order: OrderRecord,
  balances: Balances,
  nowMs: number,
): Promise<Balances> {
  const transfers = captures(order, balances)
  await postTransfers(tx, transfers, nowMs)
  return balancesAfter(balances, transfers)
}

/**
 * Brings the ledger to the refund's state, under the order's lock: holds the amount of an open refund, posts a completed one, releases
 * a failed one.
 * @returns what was posted, or `exceeds` when the refund is more than what is left of the order: nothing was posted then
 */
export async function postRefund(
  tx: Queries,
  refund: RefundRecord,
  nowMs: number,
): Promise<readonly Transfer[] | 'exceeds'> {
  const transfers = refundTransfers(refund, await postedRefund(tx, refund.merchantRefundId))
  return (await postTransfers(tx, transfers, nowMs)) === 'exceeds' ? 'exceeds' : transfers
}
