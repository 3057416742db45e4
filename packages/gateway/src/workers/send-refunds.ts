import type { GatewayContext } from '../context.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import { readFailure, toRefundStatus } from '../provider/mapping.ts'
import { checkRefundStatus } from '../services/check-status.ts'
import { runConcurrently } from '../services/concurrency.ts'
import { wordsOf } from '../services/run-handler.ts'
import { applyRefundObservation } from '../services/sync-refund.ts'
import { claimDueRefunds, countSending, type RefundRow } from '../storage/refunds.ts'

const BATCH = 8
const CONCURRENCY = 4
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Empties the outbox. One that may have left before is asked after first, and goes again only under its own id. */
export async function sendRefunds(context: GatewayContext): Promise<number> {
  const { database, clock, log } = context
  let sent = 0
  while (!context.closing()) {
    const nowMs = clock.now()
    const due = await claimDueRefunds(database, { toSend: true, nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (due.length === 0) return sent
    sent += due.length
    await runConcurrently(
      due,
      CONCURRENCY,
      (refund) => push(context, refund),
      ({ merchantRefundId }, error) =>
        log.error({ merchantRefundId, error: wordsOf(error) }, 'Sending a refund failed'),
    )
  }
  return sent
}

async function push(context: GatewayContext, refund: RefundRow): Promise<void> {
  if (refund.attempts > 0) {
    const asked = await applyRefundObservation(
      context,
      refund,
      await checkRefundStatus(context, refund.merchantRefundId),
    )
    if (!asked?.send) return
  }
  await countSending(context.database, refund.merchantRefundId)
  await applyRefundObservation(context, refund, await send(context, refund))
}

async function send({ provider }: GatewayContext, refund: RefundRow): Promise<RefundObservation> {
  const { merchantRefundId, merchantOrderId, amount } = refund
  try {
    const told = await provider.refunds.create({
      merchantRefundId,
      originalMerchantOrderId: merchantOrderId,
      amount,
    })
    return { kind: 'reply', facts: toRefundStatus(told) }
  } catch (error) {
    const { outcome, passing, code, duplicateId } = readFailure(error)
    // Too many calls, an old token: the refund itself was not judged, and is sent again later.
    const heard = { kind: 'reply-failed', outcome: passing ? 'not-sent' : outcome, duplicateId } as const
    return code === undefined ? heard : { ...heard, code }
  }
}
