import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { applyObservations, syncOrder } from '../services/sync-order.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'
import { processDue } from './due-batches.ts'

/** Rows of a batch, and calls at the same time. */
const ORDERS = { batch: 24, concurrency: 6 }

/** Polls every order that is due. An order that was never sent is closed by the clock: the provider cannot know it. */
export function pollOrders(context: GatewayContext): Promise<number> {
  const { database, log, clock } = context
  const poll = async (merchantOrderId: string): Promise<void> => {
    const row = await readOrder(database, merchantOrderId)
    if (row?.state === 'CREATED' && row.openedAtMs === undefined)
      await applyObservations(context, merchantOrderId, [{ kind: 'clock', atMs: clock.now() }])
    else if (row) await syncOrder(context, row)
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
