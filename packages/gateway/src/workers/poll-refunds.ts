import type { GatewayContext } from '../context.ts'
import { checkRefundStatus } from '../services/check-status.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { wordsOf } from '../services/run-handler.ts'
import { applyRefundObservation } from '../services/sync-refund.ts'
import { claimDueRefunds } from '../storage/refunds.ts'

const BATCH = 8
const CONCURRENCY = 4
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Asks after refunds that the provider has taken in and not yet decided. */
export async function pollRefunds(context: GatewayContext): Promise<number> {
  const { database, clock, log } = context
  let polled = 0
  while (!context.closing()) {
    const nowMs = clock.now()
    const due = await claimDueRefunds(database, { toSend: false, nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (due.length === 0) return polled
    polled += due.length
    await runConcurrently(
      due,
      CONCURRENCY,
      async (refund) => {
        await applyRefundObservation(context, refund, await checkRefundStatus(context, refund.merchantRefundId))
      },
      ({ merchantRefundId }, error) =>
        log.error({ merchantRefundId, error: wordsOf(error) }, 'A look at a refund failed'),
    )
  }
  return polled
}
