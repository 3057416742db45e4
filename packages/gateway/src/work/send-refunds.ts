import type { RefundObservation } from '../books/reduce-refund.ts'
import { askRefund } from '../doors/ask-provider.ts'
import { wordsOf } from '../doors/run-handler.ts'
import { settleRefund } from '../doors/settle-refund.ts'
import { refundFacts } from '../provider-facts.ts'
import { readFailure } from '../provider-failure.ts'
import type { Rooms } from '../rooms.ts'
import { claimDueRefunds, countSending, type RefundRow } from '../storage/refunds.ts'
import { each } from './each.ts'

const BATCH = 8
const AT_ONCE = 4
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Empties the outbox. One that may have left before is asked after first, and goes again only under its own id. */
export async function sendRefunds(rooms: Rooms): Promise<number> {
  const { books, clock, log } = rooms
  let sent = 0
  while (!rooms.closing()) {
    const nowMs = clock.now()
    const due = await claimDueRefunds(books, { toSend: true, nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (due.length === 0) return sent
    sent += due.length
    await each(
      due,
      AT_ONCE,
      (refund) => push(rooms, refund),
      ({ merchantRefundId }, error) =>
        log.error({ merchantRefundId, error: wordsOf(error) }, 'Sending a refund failed'),
    )
  }
  return sent
}

async function push(rooms: Rooms, refund: RefundRow): Promise<void> {
  if (refund.attempts > 0) {
    const asked = await settleRefund(rooms, refund, await askRefund(rooms, refund.merchantRefundId))
    if (!asked?.send) return
  }
  await countSending(rooms.books, refund.merchantRefundId)
  await settleRefund(rooms, refund, await send(rooms, refund))
}

async function send({ provider }: Rooms, refund: RefundRow): Promise<RefundObservation> {
  const { merchantRefundId, merchantOrderId, amount } = refund
  try {
    const told = await provider.refunds.create({
      merchantRefundId,
      originalMerchantOrderId: merchantOrderId,
      amount,
    })
    return { kind: 'reply', facts: refundFacts(told) }
  } catch (error) {
    const { outcome, passing, code, duplicateId } = readFailure(error)
    // Too many calls, an old token: the refund itself was not judged, and is sent again later.
    const heard = { kind: 'reply-failed', outcome: passing ? 'not-sent' : outcome, duplicateId } as const
    return code === undefined ? heard : { ...heard, code }
  }
}
