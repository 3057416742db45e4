import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { syncOrder } from '../services/sync-order.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'
import { processDue } from './due-batches.ts'

/** Rows of a batch, and calls at the same time. */
const ORDERS = { batch: 24, concurrency: 6 }

/** Polls every order that is due. */
export function pollOrders(context: GatewayContext): Promise<number> {
  const { database, log } = context
  const poll = async (merchantOrderId: string): Promise<void> => {
    const row = await readOrder(database, merchantOrderId)
    if (row) await syncOrder(context, row)
  }
  return processDue(
    context,
    ORDERS.batch,
    (claim) => claimDueOrders(database, claim),
    (ids) =>
      runConcurrently(ids, ORDERS.concurrency, poll, (merchantOrderId, error) =>
        log.error({ merchantOrderId, error: describeError(error) }, 'Polling an order failed'),
      ),
  )
}
