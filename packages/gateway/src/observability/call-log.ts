import type { GatewayContext } from '../context.ts'
import { type CallPayloads, type CallRow, insertCalls } from '../storage/calls.ts'
import type { Metrics } from './metrics.ts'

/** Calls are collected this long: one insert for many costs as much as for one. Milliseconds. */
const PAUSE_MS = 200
/** Beyond this the database is unavailable, and calls are dropped: the log may have gaps. */
const MAX_WAITING = 5_000

export interface CallLog {
  /** Takes a call. `payloads` masks what it sent and received: once the call is stored, with those of the other calls. */
  write(call: CallRow, payloads: () => CallPayloads): void
  /** Stores the collected calls. */
  flush(): Promise<void>
}

/** Log of the calls to the provider. It never delays or fails a call: entries that cannot be stored are dropped. */
export function callLog({ database, events }: Pick<GatewayContext, 'database' | 'events'>, metrics: Metrics): CallLog {
  let waiting: Parameters<CallLog['write']>[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const calls = waiting.map(([call, payloads]) => ({ ...call, ...payloads() }))
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
    } catch {
      // The database is unavailable, which other parts report.
    }
  }

  return {
    flush,
    write(call, payloads) {
      const { endpoint, errorKind, outcome, tookMs } = call
      metrics.calls.inc({ endpoint, result: errorKind ?? outcome ?? 'ok' })
      if (tookMs !== undefined) metrics.callSeconds.observe({ endpoint }, tookMs / 1_000)
      if (waiting.length >= MAX_WAITING) return
      waiting.push([call, payloads])
      timer ??= setTimeout(() => void flush(), PAUSE_MS)
      timer.unref()
    },
  }
}
