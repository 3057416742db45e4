import type { GatewayContext } from '../context.ts'
import { checkOrderStatus } from '../services/check-status.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { wordsOf } from '../services/run-handler.ts'
import { applyObservations } from '../services/sync-order.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'

const BATCH = 24
const CONCURRENCY = 6
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Asks after every order whose look is due. The due time on the order is the truth: a lost or doubled job changes nothing. */
export async function pollOrders(context: GatewayContext): Promise<number> {
  const { database, clock, log } = context
  let polled = 0
  while (!context.closing()) {
    const nowMs = clock.now()
    const due = await claimDueOrders(database, { nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (due.length === 0) return polled
    polled += due.length
    await runConcurrently(
      due,
      CONCURRENCY,
      (merchantOrderId) => pollOrder(context, merchantOrderId),
      (merchantOrderId, error) => log.error({ merchantOrderId, error: wordsOf(error) }, 'A look at an order failed'),
    )
  }
  return polled
}

async function pollOrder(context: GatewayContext, merchantOrderId: string): Promise<void> {
  const row = await readOrder(context.database, merchantOrderId)
  if (row) await applyObservations(context, merchantOrderId, [await checkOrderStatus(context, row)])
}
