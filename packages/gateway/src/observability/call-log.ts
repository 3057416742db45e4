import type { GatewayContext } from '../context.ts'
import { type CallRow, deleteCalls, insertCalls } from '../storage/calls.ts'
import type { Metrics } from './metrics.ts'

/** Calls are collected this long: one insert for many costs as much as for one. Milliseconds. */
const PAUSE_MS = 200
/** Beyond this the database is unavailable, and calls are dropped: the log may have gaps. */
const MAX_WAITING = 5_000
const KEPT_MS = 30 * 86_400_000

export interface CallLog {
  write(call: CallRow): void
  /** Stores the collected calls. */
  flush(): Promise<void>
}

/** Log of the calls to the provider. It never delays or fails a call: entries that cannot be stored are dropped. */
export function callLog(
  { database, events, clock }: Pick<GatewayContext, 'database' | 'events' | 'clock'>,
  metrics: Metrics,
): CallLog {
  let waiting: CallRow[] = []
  let timer: NodeJS.Timeout | undefined
  let deletedAtMs = 0

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const calls = waiting
    waiting = []
    if (calls.length === 0) return
    try {
      const ids = await insertCalls(database, calls)
      for (const [at, { endpoint, httpStatus, merchantOrderId, merchantRefundId }] of calls.entries()) {
        events.emit({
          type: 'call',
          callId: ids[at] ?? '',
          endpoint,
          ...(httpStatus === undefined ? {} : { httpStatus }),
          ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
          ...(merchantRefundId === undefined ? {} : { merchantRefundId }),
        })
      }
      const nowMs = clock.now()
      if (nowMs - deletedAtMs > 3_600_000) {
        deletedAtMs = nowMs
        await deleteCalls(database, nowMs - KEPT_MS)
      }
    } catch {
      // The database is unavailable, which other parts report.
    }
  }

  return {
    flush,
    write(call) {
      const { endpoint, errorKind, tookMs } = call
      metrics.calls.inc({ endpoint, result: errorKind ?? 'ok' })
      if (tookMs !== undefined) metrics.callSeconds.observe({ endpoint }, tookMs / 1_000)
      if (waiting.length >= MAX_WAITING) return
      waiting.push(call)
      timer ??= setTimeout(() => void flush(), PAUSE_MS)
      timer.unref()
    },
  }
}
