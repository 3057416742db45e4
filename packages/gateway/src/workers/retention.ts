import type { GatewayContext } from '../context.ts'
import { deleteLoginAttempts } from '../storage/login-attempts.ts'
import { eraseCallbacks, eraseOrders, readProgress, saveProgress } from '../storage/retention.ts'

const DAY_MS = 86_400_000
const BATCH = 1_000

/**
 * Erases payer data from old rows: bodies and headers of callbacks, masked addresses, notes. Amounts and decisions stay. Each run
 * continues where the last one stopped, and once a day starts from the beginning, for rows that were still in progress before.
 */
export async function applyRetention({ database, clock, policy }: GatewayContext): Promise<number> {
  const nowMs = clock.now()
  await deleteLoginAttempts(database, nowMs - DAY_MS)
  const { erasePayerAfterDays } = policy
  if (erasePayerAfterDays === undefined) return 0
  const beforeMs = nowMs - erasePayerAfterDays * DAY_MS
  const progress = await readProgress(database)
  const isFullPass = nowMs - progress.wholeAtMs >= DAY_MS
  const from = isFullPass ? { callbacksMs: 0, ordersMs: 0, wholeAtMs: nowMs } : progress
  const callbacks = await eraseCallbacks(database, { fromMs: from.callbacksMs, beforeMs, limit: BATCH })
  const orders = await eraseOrders(database, { fromMs: from.ordersMs, beforeMs, limit: BATCH })
  await saveProgress(database, { ...from, callbacksMs: callbacks.erasedUntilMs, ordersMs: orders.erasedUntilMs })
  return callbacks.count + orders.count
}
