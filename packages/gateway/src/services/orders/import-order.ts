import type { GatewayContext } from '../../context.ts'
import { isLate, isLateRefunded } from '../../domain/orders/decide.ts'
import type { ProviderOrderStatus } from '../../domain/orders/order.ts'
import { recordPayments } from '../../domain/orders/payments.ts'
import { keepActor } from '../../storage/access/audit.ts'
import { lockReference } from '../../storage/advisory-locks.ts'
import { repeatedOnConflict } from '../../storage/database.ts'
import { insertOrder, type NewOrder, newOrderRow, type Place } from '../../storage/orders/new-orders.ts'
import { checkLostRefunds } from '../refunds/lost-refunds.ts'
import { idTaken } from './open-order.ts'
import { applyToRow, checkOrderStatus } from './sync-order.ts'

/** An order that the provider may know from before a restore. */
export interface MissingOrder {
  readonly order: NewOrder
  /** An open order with another amount keeps it from being started, and it is not known whether that one can still be paid. */
  readonly isUncertain: boolean
}

/**
 * Stores an order that the provider knows and this database does not, as after it was restored from an older backup: as sent, with the
 * provider's status. Otherwise nothing is stored.
 * @throws GatewayError ID_TAKEN when the provider has it with another amount
 */
export async function importKnownOrder(context: GatewayContext, { order, isUncertain }: MissingOrder): Promise<void> {
  const { merchantOrderId, reference } = order
  const observed = await checkOrderStatus(context, order)
  if (observed.kind !== 'status' || (observed.status.merchantOrderId ?? merchantOrderId) !== merchantOrderId) return
  if (observed.status.amount !== undefined && observed.status.amount !== order.amount)
    throw idTaken(merchantOrderId, 'amount')
  const place = placeOf(order, observed.status, context)
  if (place === 'beforeOpen' && isUncertain) return
  // Its payment may have been refunded before the restore: then it does not count, and no goods are owed for it.
  if (place === 'last' && (await checkLostRefunds(context, merchantOrderId)).length > 0) return
  const row = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      await lockReference(tx, reference)
      await keepActor(tx, context.actor)
      return insertOrder(tx, order, place)
    }, reference),
  )
  // Another call may have stored it meanwhile.
  if (row) await applyToRow(context, row, [{ ...observed, refunded: 'not' }])
}

/**
 * Returns the place of an imported order among the orders of its reference. The later of two amounts counts, and the start of this order
 * is unknown. An order whose payment counts is the last. An order that failed, or was paid late, changes no other order. An order that can
 * be paid is placed before another payable amount: after that amount, its start would have been refused.
 */
function placeOf(
  order: NewOrder,
  status: ProviderOrderStatus,
  { clock, policy }: Pick<GatewayContext, 'clock' | 'policy'>,
): Place {
  if (status.state === 'FAILED') return 'first'
  if (status.state !== 'COMPLETED') return 'beforeOpen'
  return isLateRefunded(order.checkout, policy) &&
    isLate(newOrderRow(order), recordPayments(newOrderRow(order), status, false), status.expireAt, clock.now())
    ? 'first'
    : 'last'
}
