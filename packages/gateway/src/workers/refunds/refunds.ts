import { describeError } from '../../errors.ts'
import { providerHealth } from '../../services/provider-health/provider-health.ts'
import { processRefund } from '../../services/refunds/send-refund.ts'
import type { Leased } from '../../storage/leases.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import { claimDueRefunds, type DueRefunds, type RefundRow } from '../../storage/refunds/refunds.ts'
import { type JobContext, processDue } from '../process-due.ts'

/** Refunds in progress at the same time. */
const CONCURRENCY = 4

/**
 * Sends the due refunds that the provider has not reported yet, each after a status check. While the provider reports that it is down, those
 * that were never sent stay due: their first request would end in doubt.
 */
export async function sendRefunds(context: JobContext): Promise<number> {
  const health = await providerHealth(context)
  return processDueRefunds(context, health?.overall === 'DOWN' ? 'in-doubt' : 'to-send')
}

/** Polls the due refunds that the provider has reported. */
export function pollRefunds(context: JobContext): Promise<number> {
  return processDueRefunds(context, 'to-poll')
}

function processDueRefunds(context: JobContext, which: DueRefunds): Promise<number> {
  const { database, log } = context
  return processDue<RefundRow & Leased>(context, {
    job: which === 'to-poll' ? 'poll-refunds' : 'send-refunds',
    table: 'refunds',
    concurrency: CONCURRENCY,
    claim: (claim) => claimDueRefunds(database, claim, which),
    keyOf: ({ id }) => String(id),
    idsOf: (refund) => ({ merchantOrderId: refund.merchantOrderId, merchantRefundId: shownRefundId(refund) }),
    work: (refund) => processRefund(context, refund),
    failed: (refund, error) =>
      log.error({ merchantRefundId: shownRefundId(refund), error: describeError(error) }, 'Processing a refund failed'),
  })
}
