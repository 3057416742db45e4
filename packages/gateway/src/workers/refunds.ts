import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { processRefund } from '../services/send-refund.ts'
import { claimDueRefunds } from '../storage/refunds.ts'
import { processDue } from './due-batches.ts'

/** Rows of a batch, and refunds at the same time. */
const BATCH = 8
const CONCURRENCY = 4

/** Sends the due refunds that the provider has not reported yet, each after a status check. */
export function sendRefunds(context: GatewayContext): Promise<number> {
  return processDueRefunds(context, true)
}

/** Polls the due refunds that the provider has reported. */
export function pollRefunds(context: GatewayContext): Promise<number> {
  return processDueRefunds(context, false)
}

function processDueRefunds(context: GatewayContext, toSend: boolean): Promise<number> {
  const { database, log } = context
  return processDue(
    context,
    BATCH,
    (claim) => claimDueRefunds(database, { ...claim, toSend }),
    (refunds) =>
      runConcurrently(
        refunds,
        CONCURRENCY,
        (refund) => processRefund(context, refund),
        ({ merchantRefundId }, error) =>
          log.error({ merchantRefundId, error: describeError(error) }, 'Processing a refund failed'),
      ),
  )
}
