import type { JournalEntry, JournalQuery } from '@galla/contract/sandbox-api/journal'

export type NewEntry = Omit<JournalEntry, 'seq'>

/** The recent events of the sandbox, in order. Callers mask secrets before they write. */
export interface Journal {
  write(entry: NewEntry): void
  /** One page of matching entries, and the `after` of the next page if there is one. */
  read(query?: JournalQuery): { entries: JournalEntry[]; next?: string }
  clear(): void
  /** `seq` of the newest entry; 0 without one. */
  lastSeq(): number
  /** Resolves at the next entry, or after `ms` milliseconds of the machine's clock. */
  written(ms: number): Promise<void>
}

const DEFAULT_PAGE = 200

/** @param limit entries to keep, so that a sandbox that runs for weeks needs bounded memory */
export function createJournal(limit = 10_000): Journal {
  let entries: JournalEntry[] = []
  let seq = 0
  const waiting = new Set<() => void>()
  return {
    write(entry) {
      entries.push({ seq: ++seq, ...entry })
      if (entries.length >= limit * 2) entries = entries.slice(-limit)
      for (const wake of [...waiting]) wake()
    },
    lastSeq: () => seq,
    written: (ms) =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        waiting.add(wake)
      }),
    read(query = {}) {
      const pageSize = Math.max(1, Number(query.limit ?? DEFAULT_PAGE) || DEFAULT_PAGE)
      const found: JournalEntry[] = []
      const latest = entries.slice(-limit)
      for (const entry of query.newest === 'true' ? latest.reverse() : latest) {
        if (!matches(entry, query)) continue
        found.push(entry)
        if (found.length > pageSize) break
      }
      if (found.length <= pageSize) return { entries: found }
      found.pop()
      return { entries: found, next: String(found[found.length - 1]?.seq ?? 0) }
    },
    clear() {
      entries = []
      seq = 0
    },
  }
}

function matches(entry: JournalEntry, query: JournalQuery): boolean {
  const { after, newest } = query
  if (after !== undefined && (newest === 'true' ? entry.seq >= Number(after) : entry.seq <= Number(after))) return false
  if (query.kind !== undefined && entry.kind !== query.kind) return false
  if (query.name !== undefined && entry.name !== query.name) return false
  if (query.id !== undefined && entry.merchantOrderId !== query.id && entry.merchantRefundId !== query.id) return false
  return query.status === undefined || String(entry.status ?? '').startsWith(query.status.replace(/x/gi, ''))
}
