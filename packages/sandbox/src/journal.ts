import type { JournalEntry, JournalQuery } from '@galla/contract/sandbox-api/journal'

export type NewEntry = Omit<JournalEntry, 'seq'>

/** Everything that happened, in order. Whoever writes has masked what must not be read. */
export interface Journal {
  write(entry: NewEntry): void
  read(query?: JournalQuery): { entries: JournalEntry[]; next?: string }
  clear(): void
}

const DEFAULT_PAGE = 200

/** Keeps the latest `limit` entries: a sandbox left running for a week must not eat the machine. */
export function createJournal(limit = 10_000): Journal {
  let entries: JournalEntry[] = []
  let seq = 0
  return {
    write(entry) {
      entries.push({ seq: ++seq, ...entry })
      if (entries.length >= limit * 2) entries = entries.slice(-limit)
    },
    read(query = {}) {
      const limitTo = Math.max(1, Number(query.limit ?? DEFAULT_PAGE) || DEFAULT_PAGE)
      const found: JournalEntry[] = []
      const kept = entries.slice(-limit)
      for (const entry of query.newest === 'true' ? kept.reverse() : kept) {
        if (!matches(entry, query)) continue
        found.push(entry)
        if (found.length > limitTo) break
      }
      if (found.length <= limitTo) return { entries: found }
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
