import type { GatewayContext } from '../../context.ts'
import { clocksAgree } from '../../domain/clocks.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { eraseDueOrders } from '../../storage/privacy/erasures.ts'
import { deleteOldRecords } from '../../storage/privacy/records.ts'
import {
  type Batch,
  deleteExpired,
  deleteSurplusCallbacks,
  eraseOldCallbacks,
  eraseOldOrders,
  eraseOldTexts,
  expiredRows,
  haveRows,
  oldTexts,
  runBatch,
  type Selection,
  surplusCallbacks,
} from '../../storage/privacy/retention.ts'
import { isConnectionFailure } from '../../storage/silent-server.ts'

const DAY_MS = 86_400_000
/** Rows of one transaction: its locks are short. */
const BATCH = 500
/** Batches of one step in one run, so that a run ends; the next continues. */
const MAX_BATCHES = 20

/** Files of refunds, except those with a row about an order on hold. The refunds themselves, and who requested them, stay. */
const KEEP_FILES_DAYS = 30

interface Step {
  /** Epoch milliseconds: it works on what is older. */
  readonly beforeMs: number
  /** SQL that selects the rows of a step of one statement. */
  readonly rows?: string
  run(tx: Queries, batch: Batch): Promise<number>
}

/**
 * Erases payer data that is old or whose erasure was requested, and deletes expired or surplus rows of logs. Amounts, ids, states, decisions and
 * the ledger stay until the end of the records period. Works in small batches; a run that is interrupted is continued by the next one.
 * A step that fails, such as by a foreign key of the merchant, keeps no other from its turn. While the clock of the database cannot be
 * trusted, only surplus rows are deleted: everything else goes by time.
 * @returns the number of rows that were passed
 * @throws the first error of a step
 */
export async function applyRetention(context: GatewayContext): Promise<number> {
  const nowMs = context.clock.now()
  const failures: unknown[] = []
  let count = 0
  const isTrusted = clocksAgree(context.clockOffsetMs())
  const steps = [...surplusSteps(nowMs), ...(isTrusted ? stepsAt(nowMs, context.policy) : [])]
  for (const step of await stepsWithRows(context.database, steps)) {
    try {
      count += await runStep(context, step, nowMs)
    } catch (error) {
      // The others would wait for the same server.
      if (isConnectionFailure(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return count
}

const selects = (step: Step): step is Step & Selection => step.rows !== undefined

/**
 * The steps that have a row to work on, and those that select none: each step is a transaction, and mostly there is nothing to do. All steps
 * when a selection fails: it keeps no other step from its turn.
 */
async function stepsWithRows(database: Database, steps: readonly Step[]): Promise<readonly Step[]> {
  const selecting = steps.filter(selects)
  try {
    const found = await haveRows(database, selecting)
    const idle = new Set<Step>(selecting.filter((_, at) => !found[at]))
    return steps.filter((step) => !idle.has(step))
  } catch (error) {
    if (isConnectionFailure(error)) throw error
    return steps
  }
}

async function runStep({ database, closing }: GatewayContext, { beforeMs, run }: Step, nowMs: number): Promise<number> {
  let count = 0
  for (let batch = 0; batch < MAX_BATCHES && !closing(); batch += 1) {
    const passed = await runBatch(database, (tx) => run(tx, { beforeMs, nowMs, limit: BATCH }))
    count += passed
    if (passed < BATCH) break
  }
  return count
}

const surplusSteps = (nowMs: number): Step[] =>
  (['refused', 'duplicate'] as const).map((verdict) => ({
    beforeMs: nowMs,
    rows: surplusCallbacks(verdict),
    run: (tx, batch) => deleteSurplusCallbacks(tx, verdict, batch),
  }))

function stepsAt(nowMs: number, policy: GatewayContext['policy']): Step[] {
  const { erasePayerAfterDays, keepCallsDays, keepRefusedCallbacksDays, keepRecordsDays } = policy
  const daysAgo = (days: number) => nowMs - days * DAY_MS
  const expire = (days: number, rows: Parameters<typeof deleteExpired>[1]): Step => ({
    beforeMs: daysAgo(days),
    rows: expiredRows(rows),
    run: (tx, batch) => deleteExpired(tx, rows, batch),
  })
  const steps = [
    expire(keepCallsDays, 'calls'),
    expire(keepCallsDays, 'deliveryAttempts'),
    expire(keepRefusedCallbacksDays, 'refusedCallbacks'),
    expire(1, 'sessions'),
    expire(1, 'loginAttempts'),
    expire(1, 'usedSignIns'),
    expire(1, 'previewedFiles'),
    expire(KEEP_FILES_DAYS, 'refundFiles'),
  ]
  if (keepRecordsDays !== undefined)
    steps.push({ beforeMs: daysAgo(keepRecordsDays), run: deleteOldRecords }, expire(keepRecordsDays, 'callbacks'))
  if (erasePayerAfterDays !== undefined) {
    const beforeMs = daysAgo(erasePayerAfterDays)
    steps.push({ beforeMs, run: eraseOldOrders }, { beforeMs, run: eraseOldCallbacks })
    for (const table of [
      'refunds',
      'refund_file_rows',
      'deliveries',
      'delivery_attempts',
      'plan_subscriptions',
      'audit',
    ] as const)
      steps.push({ beforeMs, rows: oldTexts(table), run: (tx, batch) => eraseOldTexts(tx, table, batch) })
  }
  return [...steps, { beforeMs: nowMs, run: async (tx, batch) => (await eraseDueOrders(tx, batch)).orders.length }]
}
