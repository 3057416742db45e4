import { askOrder } from '../doors/ask-provider.ts'
import { wordsOf } from '../doors/run-handler.ts'
import { settle } from '../doors/settle.ts'
import type { Rooms } from '../rooms.ts'
import { claimDueOrders, readOrder } from '../storage/orders.ts'
import { each } from './each.ts'

const BATCH = 24
const AT_ONCE = 6
/** Longer than a batch takes when the provider lets every call of it run into its 30 s. */
const LEASE_MS = 150_000

/** Asks after every order whose look is due. The due time on the order is the truth: a lost or doubled job changes nothing. */
export async function pollOrders(rooms: Rooms): Promise<number> {
  const { books, clock, log } = rooms
  let polled = 0
  while (!rooms.closing()) {
    const nowMs = clock.now()
    const due = await claimDueOrders(books, { nowMs, leaseUntilMs: nowMs + LEASE_MS, most: BATCH })
    if (due.length === 0) return polled
    polled += due.length
    await each(
      due,
      AT_ONCE,
      (merchantOrderId) => lookAt(rooms, merchantOrderId),
      (merchantOrderId, error) => log.error({ merchantOrderId, error: wordsOf(error) }, 'A look at an order failed'),
    )
  }
  return polled
}

async function lookAt(rooms: Rooms, merchantOrderId: string): Promise<void> {
  const row = await readOrder(rooms.books, merchantOrderId)
  if (row) await settle(rooms, merchantOrderId, [await askOrder(rooms, row)])
}
