import type { GatewayContext } from '../context.ts'
import { lockReference } from '../storage/advisory-locks.ts'
import { repeatedOnConflict } from '../storage/database.ts'
import { insertOrder, type NewOrder } from '../storage/orders.ts'
import { applyToRow, checkOrderStatus } from './sync-order.ts'

/**
 * Stores an order that the provider knows and this database does not, as after it was restored from an older backup: as sent, with the
 * provider's status. Otherwise nothing is stored.
 */
export async function importKnownOrder(context: GatewayContext, order: NewOrder): Promise<void> {
  const { merchantOrderId, reference } = order
  const observed = await checkOrderStatus(context, order)
  if (observed.kind !== 'status' || (observed.status.merchantOrderId ?? merchantOrderId) !== merchantOrderId) return
  const row = await repeatedOnConflict(() =>
    context.database.transaction(async (tx) => {
      await lockReference(tx, reference)
      return insertOrder(tx, order)
    }, reference),
  )
  // Another call may have stored it meanwhile.
  if (row) await applyToRow(context, row, [observed])
}
