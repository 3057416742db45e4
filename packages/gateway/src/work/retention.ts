import type { Rooms } from '../rooms.ts'
import { eraseCallbacks, eraseOrders, readPassed, savePassed } from '../storage/forgotten.ts'
import { forgetGuesses } from '../storage/guesses.ts'

const DAY_MS = 86_400_000
const BATCH = 1_000

/**
 * Erases the payer from what is old: bodies and headers of callbacks, masked addresses and names. Money and decisions stay. It
 * goes on where it stopped, and once a day from the beginning: what was still being worked on may be over by then.
 */
export async function forget({ books, clock, policy }: Rooms): Promise<number> {
  const nowMs = clock.now()
  await forgetGuesses(books, nowMs - DAY_MS)
  const { erasePayerAfterDays } = policy
  if (erasePayerAfterDays === undefined) return 0
  const beforeMs = nowMs - erasePayerAfterDays * DAY_MS
  const passed = await readPassed(books)
  const again = nowMs - passed.wholeAtMs >= DAY_MS
  const from = again ? { callbacksMs: 0, ordersMs: 0, wholeAtMs: nowMs } : passed
  const callbacks = await eraseCallbacks(books, { fromMs: from.callbacksMs, beforeMs, most: BATCH })
  const orders = await eraseOrders(books, { fromMs: from.ordersMs, beforeMs, most: BATCH })
  await savePassed(books, { ...from, callbacksMs: callbacks.passedMs, ordersMs: orders.passedMs })
  return callbacks.count + orders.count
}
