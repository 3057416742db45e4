import type { GatewayContext } from '../context.ts'
import type { TracedWork } from '../observability/tracing.ts'
import type { JobName } from '../storage/jobs.ts'
import { type Claim, type Leased, type LeasedTable, releaseLeases } from '../storage/leases.ts'
import { keepLeases } from './keep-leases.ts'
import type { Wakes } from './wakes.ts'

/** Context of a job. */
export interface JobContext extends GatewayContext {
  /** While rows are in progress, the job also looks for more when it is woken. */
  readonly wakes?: Wakes
  /** Number of turns of each row, when several runs share the count. */
  readonly turns?: Map<string, number>
}

/** Rows of one table, and what is done with them. */
export interface DueWork<Row extends Leased> {
  readonly job: JobName
  readonly table: LeasedTable
  /** Rows in progress at the same time. May change while they are. */
  readonly concurrency: number
  /** Leases due rows; see `claimDue`. */
  claim(claim: Claim): Promise<readonly Row[]>
  /** Identifies the row. */
  keyOf(row: Row): string
  /** The merchant's ids of the row, for its span. */
  idsOf?(row: Row): Pick<TracedWork, 'merchantOrderId' | 'merchantRefundId'>
  /** Does the work, and clears the lease with its last write. */
  work(row: Row): Promise<unknown>
  /** Records an error of `work`. The row is due again when its lease ends, if nothing else was written. */
  failed(row: Row, error: unknown): void | Promise<void>
}

/** A row that is due again at once has so many turns in one run: then others come first, and `runPendingJobs` returns. */
const MAX_TURNS = 5
/** Under load the run of a worker never ends: there, the turns are counted from zero after this time. Milliseconds. */
const TURNS_WINDOW_MS = 5_000

/**
 * Works on the due rows of one table until none is due and none is in progress, and returns how many had a turn. A row begins as soon as a slot
 * is free, so a slow row delays no other. A claim takes as many rows as there are free slots, and as many again as there are slots, which wait
 * for theirs: under load, many rows share the statement. During a shutdown it claims nothing, releases what waits, and finishes what is in progress.
 */
export async function processDue<Row extends Leased>(context: JobContext, due: DueWork<Row>): Promise<number> {
  const { clock, closing, policy, database, after, tracing, wakes, turns = new Map<string, number>() } = context
  const running = new Set<Promise<unknown>>()
  const leases = keepLeases(context, due.table)
  /** Leased rows that wait for a slot, the longest due first. */
  let waiting: Row[] = []
  /** Rows that had all their turns: kept for a while, so that they are not claimed again and again. */
  let held: number[] = []
  let count = 0

  const releaseHeld = async (): Promise<void> => {
    const tokens = held
    held = []
    for (const token of tokens) leases.delete(token)
    if (tokens.length > 0) await releaseLeases(database, due.table, tokens)
  }
  let cancelWindow = (): void => {}
  const startWindow = (): void => {
    cancelWindow = after(TURNS_WINDOW_MS, () => {
      turns.clear()
      // What could not be released is free when the lease ends.
      void releaseHeld().catch(() => {})
      startWindow()
    })
  }
  if (wakes) startWindow()

  const start = (row: Row): void => {
    const key = `${due.job} ${due.keyOf(row)}`
    const turn = (turns.get(key) ?? 0) + 1
    turns.set(key, turn)
    if (turn > MAX_TURNS) {
      held.push(row.leaseToken)
      return
    }
    count += 1
    const one = Promise.resolve()
      .then(() =>
        tracing.run({ operation: 'process', of: due.job, rowId: due.keyOf(row), ...due.idsOf?.(row) }, () =>
          due.work(row),
        ),
      )
      .catch((error: unknown) => due.failed(row, error))
      // What could not be recorded is due again when the lease ends.
      .catch(() => {})
      .finally(() => {
        leases.delete(row.leaseToken)
        running.delete(one)
      })
    running.add(one)
  }
  const freeSlots = (): number => (closing() ? 0 : Math.max(due.concurrency - running.size, 0))
  /** Claims rows for the free slots and the next ones; whether more may be due. */
  const claim = async (): Promise<boolean> => {
    const limit = freeSlots() + due.concurrency
    waiting = [...(await due.claim({ nowMs: clock.now(), leaseMs: policy.leaseMs, limit }))]
    for (const { leaseToken } of waiting) leases.add(leaseToken)
    return waiting.length === limit
  }

  try {
    let more = true
    let woken: Promise<void> | undefined
    for (;;) {
      const seen = wakes?.count(due.job) ?? 0
      while (freeSlots() > 0 && (more || waiting.length > 0)) {
        if (waiting.length === 0) more = await claim()
        for (const row of waiting.splice(0, freeSlots())) start(row)
      }
      if (running.size === 0) return count
      woken ??= wakes?.next(due.job, seen).then(() => {
        woken = undefined
        more = true
      })
      await Promise.race([...running, ...(woken && !closing() ? [woken] : [])])
    }
  } finally {
    await Promise.all(running)
    cancelWindow()
    held.push(...waiting.map(({ leaseToken }) => leaseToken))
    leases.stop()
    await releaseHeld()
  }
}
