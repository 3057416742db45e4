import { askRefund } from '../doors/ask-provider.ts'
import { wordsOf } from '../doors/run-handler.ts'
import { settleRefund } from '../doors/settle-refund.ts'
import type { Rooms } from '../rooms.ts'
import { claimDueRefunds } from '../storage/refunds.ts'
import { each } from './each.ts'

const BATCH = 8
const AT_ONCE = 4
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Asks after refunds that the provider has taken in and not yet decided. */
export async function pollRefunds(rooms: Rooms): Promise<number> {
  const { books, clock, log } = rooms
  let polled = 0
  while (!rooms.closing()) {
    const nowMs = clock.now()
    const due = await claimDueRefunds(books, { toSend: false, nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (due.length === 0) return polled
    polled += due.length
    await each(
      due,
      AT_ONCE,
      async (refund) => {
        await settleRefund(rooms, refund, await askRefund(rooms, refund.merchantRefundId))
      },
      ({ merchantRefundId }, error) =>
        log.error({ merchantRefundId, error: wordsOf(error) }, 'A look at a refund failed'),
    )
  }
  return polled
}
