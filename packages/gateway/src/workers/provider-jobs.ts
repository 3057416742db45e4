import { describeError } from '../errors.ts'
import { syncOrder } from '../services/orders/check-order.ts'
import { claimDueOrders } from '../storage/orders/orders.ts'
import { type JobContext, processDue } from './process-due.ts'

/** Orders in progress at the same time. */
const CONCURRENCY = 6

/** Polls every order that is due. */
export function pollOrders(context: JobContext): Promise<number> {
  const { database, log } = context
  return processDue(context, {
    job: 'poll-orders',
    table: 'orders',
    concurrency: CONCURRENCY,
    claim: (claim) => claimDueOrders(database, claim),
    keyOf: ({ merchantOrderId }) => merchantOrderId,
    idsOf: ({ merchantOrderId }) => ({ merchantOrderId }),
    work: (order) => syncOrder(context, order),
    failed: ({ merchantOrderId }, error) =>
      log.error({ merchantOrderId, error: describeError(error) }, 'Polling an order failed'),
  })
}
