import type { GatewayContext } from '../context.ts'
import { type CallRow, deleteCalls, insertCalls } from '../storage/calls.ts'
import type { Metrics } from './metrics.ts'

/** Calls wait this long for company, as one insert for many costs as much as for one. Milliseconds. */
const PAUSE_MS = 200
/** More than this is a database that is away; a log may forget, the database may not. */
const MAX_WAITING = 5_000
const KEPT_MS = 30 * 86_400_000

export interface CallLog {
  write(call: CallRow): void
  /** Writes down what waits. */
  flush(): Promise<void>
}

/** Never in the way of a call: what cannot be written down is dropped. */
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
      // The database is away, which everything else says loudly enough.
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
