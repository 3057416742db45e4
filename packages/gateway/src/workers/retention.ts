import type { GatewayContext } from '../context.ts'
import { deleteLoginAttempts } from '../storage/login-attempts.ts'
import { eraseCallbacks, eraseOrders, readProgress, saveProgress } from '../storage/retention.ts'

const DAY_MS = 86_400_000
const BATCH = 1_000

/**
 * Erases the payer from what is old: bodies and headers of callbacks, masked addresses and names. Money and decisions stay. It
 * goes on where it stopped, and once a day from the beginning: what was still being worked on may be over by then.
 */
export async function applyRetention({ database, clock, policy }: GatewayContext): Promise<number> {
  const nowMs = clock.now()
  await deleteLoginAttempts(database, nowMs - DAY_MS)
  const { erasePayerAfterDays } = policy
  if (erasePayerAfterDays === undefined) return 0
  const beforeMs = nowMs - erasePayerAfterDays * DAY_MS
  const passed = await readProgress(database)
  const again = nowMs - passed.wholeAtMs >= DAY_MS
  const from = again ? { callbacksMs: 0, ordersMs: 0, wholeAtMs: nowMs } : passed
  const callbacks = await eraseCallbacks(database, { fromMs: from.callbacksMs, beforeMs, limit: BATCH })
  const orders = await eraseOrders(database, { fromMs: from.ordersMs, beforeMs, limit: BATCH })
  await saveProgress(database, { ...from, callbacksMs: callbacks.erasedUntilMs, ordersMs: orders.erasedUntilMs })
  return callbacks.count + orders.count
}
