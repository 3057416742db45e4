import { describeError } from '../errors.ts'
import { applyObservations, syncOrder } from '../services/sync-order.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'
import { type JobContext, processDue } from './process-due.ts'

/** Orders in progress at the same time. */
const CONCURRENCY = 6

/** Polls every order that is due. An order that was never sent is closed by the clock: the provider cannot know it. */
export function pollOrders(context: JobContext): Promise<number> {
  const { database, log, clock } = context
  return processDue(context, {
    job: 'poll-orders',
    table: 'orders',
    concurrency: CONCURRENCY,
    claim: (claim) => claimDueOrders(database, claim),
    keyOf: ({ merchantOrderId }) => merchantOrderId,
    async work({ merchantOrderId }) {
      const row = await readOrder(database, merchantOrderId)
      if (row?.state === 'CREATED' && row.sentAtMs === undefined)
        await applyObservations(context, merchantOrderId, [{ kind: 'clock', atMs: clock.now() }])
      else if (row) await syncOrder(context, row)
    },
    failed: ({ merchantOrderId }, error) =>
      log.error({ merchantOrderId, error: describeError(error) }, 'Polling an order failed'),
  })
}
