import type { GatewayContext } from '../context.ts'
import type { Queries } from '../storage/database.ts'
import { eraseDueOrders } from '../storage/erasures.ts'
import {
  type Batch,
  deleteExpired,
  eraseOldCallbacks,
  eraseOldOrders,
  eraseOldTexts,
  runBatch,
} from '../storage/retention.ts'

const DAY_MS = 86_400_000
/** Rows of one transaction: its locks are short. */
const BATCH = 500
/** Batches of one step in one run, so that a run ends; the next continues. */
const MAX_BATCHES = 20

type Step = readonly [beforeMs: number, run: (tx: Queries, batch: Batch) => Promise<number>]

/**
 * Erases payer data that is old or whose erasure was requested, and deletes expired rows of logs. Amounts, ids, states, decisions and
 * the ledger stay. Works in small batches; a run that is interrupted is continued by the next one.
 * @returns the number of rows that were passed
 */
export async function applyRetention({ database, clock, policy, closing }: GatewayContext): Promise<number> {
  const nowMs = clock.now()
  let count = 0
  for (const [beforeMs, run] of stepsAt(nowMs, policy)) {
    for (let batch = 0; batch < MAX_BATCHES && !closing(); batch += 1) {
      const passed = await runBatch(database, (tx) => run(tx, { beforeMs, nowMs, limit: BATCH }))
      count += passed
      if (passed < BATCH) break
    }
  }
  return count
}

function stepsAt(
  nowMs: number,
  { erasePayerAfterDays, keepCallsDays, keepRefusedCallbacksDays }: GatewayContext['policy'],
): Step[] {
  const daysAgo = (days: number) => nowMs - days * DAY_MS
  const expiring: Step[] = [
    [daysAgo(keepCallsDays), (tx, batch) => deleteExpired(tx, 'calls', batch)],
    [daysAgo(keepRefusedCallbacksDays), (tx, batch) => deleteExpired(tx, 'callbacks', batch)],
    [daysAgo(1), (tx, batch) => deleteExpired(tx, 'sessions', batch)],
    [daysAgo(1), (tx, batch) => deleteExpired(tx, 'login_attempts', batch)],
  ]
  const due: Step = [nowMs, async (tx, batch) => (await eraseDueOrders(tx, batch)).orders.length]
  if (erasePayerAfterDays === undefined) return [...expiring, due]
  const beforeMs = daysAgo(erasePayerAfterDays)
  return [
    ...expiring,
    [beforeMs, eraseOldOrders],
    [beforeMs, eraseOldCallbacks],
    ...(['refunds', 'deliveries', 'audit'] as const).map(
      (table): Step => [beforeMs, (tx, batch) => eraseOldTexts(tx, table, batch)],
    ),
    due,
  ]
}
