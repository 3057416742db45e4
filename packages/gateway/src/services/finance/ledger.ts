import type { Paise } from '@galla/contract/money'
import {
  type Balances,
  balancesAfter,
  captures,
  leftFor,
  refundTransfers,
  sumOf,
  type Transfer,
} from '../../domain/finance/ledger.ts'
import type { OrderRecord } from '../../domain/orders/order.ts'
import { bookedAmount } from '../../domain/orders/payments.ts'
import type { RefundRecord } from '../../domain/refunds/refund.ts'
import type { Queries } from '../../storage/database.ts'
import { capturedPayments, postedRefund, postTransfers } from '../../storage/finance/ledger.ts'

/** Posts what the order was paid and the ledger lacks. Call it after the order is saved. @returns the balances after it */
export async function postCaptures(
  tx: Queries,
  order: OrderRecord,
  balances: Balances,
  nowMs: number,
): Promise<Balances> {
  if (bookedAmount(order) <= sumOf(balances)) return balances
  // The first capture needs no look at the others.
  const captured = sumOf(balances) > 0 ? await capturedPayments(tx, order.merchantOrderId) : undefined
  const transfers = captures(order, balances, captured)
  await postTransfers(tx, transfers, nowMs)
  return balancesAfter(balances, transfers)
}

/**
 * Returns the amount that one refund may take from the order: the available amount, and the amount that the ledger holds for the refund
 * already. Paise.
 */
export async function availableToRefund(tx: Queries, order: Balances, id: number): Promise<Paise> {
  return leftFor(order, await postedRefund(tx, id)) as Paise
}

/**
 * Brings the ledger to the refund's state, under the order's lock: holds the amount of an open refund, posts a completed one, releases
 * a failed one. One in review holds the larger of both amounts, as far as `available` paise of the order suffice.
 * @returns what was posted, or `exceeds` when the refund is more than what is left of the order: nothing was posted then
 */
export async function postRefund(
  tx: Queries,
  refund: RefundRecord,
  nowMs: number,
  available?: number,
): Promise<readonly Transfer[] | 'exceeds'> {
  const transfers = refundTransfers(refund, await postedRefund(tx, refund.id), available)
  return (await postTransfers(tx, transfers, nowMs)) === 'exceeds' ? 'exceeds' : transfers
}

/** The order after transfers of its ledger, which raise its version. */
export function withPosted<Order extends Balances & { readonly version: number }>(
  order: Order,
  posted: readonly Transfer[],
): Order {
  return posted.length === 0 ? order : { ...order, ...balancesAfter(order, posted), version: order.version + 1 }
}
