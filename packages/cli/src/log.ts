import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import type { Delivery } from '@galla/contract/sandbox-api/routes'
import type { Control } from './control.ts'

export type LogEntry =
  | { kind: 'api'; atMs: number; call: JournalEntry }
  | { kind: 'callback'; atMs: number; delivery: Delivery }

export interface LogFilter {
  kind: 'api' | 'callback' | undefined
  id: string | undefined
  event: string | undefined
  failed: boolean
}

/** Calls and deliveries in one stream, oldest first; each `next()` gives what came since. */
export function createLog(control: Control, filter: LogFilter): { next(): Promise<LogEntry[]> } {
  let lastSeq = 0
  const shown = new Set<string>()

  const calls = async (): Promise<LogEntry[]> => {
    const found: LogEntry[] = []
    for (;;) {
      const query = {
        kind: 'api',
        after: String(lastSeq),
        limit: '500',
        ...(filter.id ? { id: filter.id } : {}),
        ...(filter.event ? { name: filter.event } : {}),
      }
      const { entries } = await control('GET /journal', { query })
      for (const call of entries)
        if (!filter.failed || isFailed(call)) found.push({ kind: 'api', atMs: call.atMs, call })
      lastSeq = Math.max(lastSeq, ...entries.map(({ seq }) => seq))
      if (entries.length < 500) return found
    }
  }

  const deliveries = async (): Promise<LogEntry[]> => {
    const query = { ...(filter.id ? { id: filter.id } : {}), ...(filter.event ? { event: filter.event } : {}) }
    const { deliveries: all } = await control('GET /callbacks', { query })
    // One that is still under way is shown once its answer is there.
    const fresh = all.filter(({ deliveryId, sentAtMs }) => sentAtMs !== undefined && !shown.has(deliveryId))
    for (const { deliveryId } of fresh) shown.add(deliveryId)
    return fresh
      .filter(({ delivered }) => !filter.failed || !delivered)
      .map((delivery) => ({ kind: 'callback', atMs: delivery.sentAtMs ?? delivery.scheduledAtMs, delivery }))
  }

  return {
    async next() {
      const found = [
        ...(filter.kind === 'callback' ? [] : await calls()),
        ...(filter.kind === 'api' ? [] : await deliveries()),
      ]
      return found.sort((a, b) => a.atMs - b.atMs)
    },
  }
}

const isFailed = ({ status, fault }: JournalEntry) => status === undefined || status >= 400 || fault !== undefined
