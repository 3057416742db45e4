import { describeError } from '../../errors.ts'
import { processRefund } from '../../services/refunds/send-refund.ts'
import type { Leased } from '../../storage/leases.ts'
import { shownRefundId } from '../../storage/refunds/refund-ids.ts'
import { claimDueRefunds, type RefundRow } from '../../storage/refunds/refunds.ts'
import { type JobContext, processDue } from '../process-due.ts'

/** Refunds in progress at the same time. */
const CONCURRENCY = 4

/** Sends the due refunds that the provider has not reported yet, each after a status check. */
export function sendRefunds(context: JobContext): Promise<number> {
  return processDueRefunds(context, true)
}

/** Polls the due refunds that the provider has reported. */
export function pollRefunds(context: JobContext): Promise<number> {
  return processDueRefunds(context, false)
}

function processDueRefunds(context: JobContext, toSend: boolean): Promise<number> {
  const { database, log } = context
  return processDue<RefundRow & Leased>(context, {
    job: toSend ? 'send-refunds' : 'poll-refunds',
    table: 'refunds',
    concurrency: CONCURRENCY,
    claim: (claim) => claimDueRefunds(database, { ...claim, toSend }),
    keyOf: ({ id }) => String(id),
    idsOf: (refund) => ({ merchantOrderId: refund.merchantOrderId, merchantRefundId: shownRefundId(refund) }),
    work: (refund) => processRefund(context, refund),
    failed: (refund, error) =>
      log.error({ merchantRefundId: shownRefundId(refund), error: describeError(error) }, 'Processing a refund failed'),
  })
}
