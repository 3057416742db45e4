import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '../lib/store.ts'
import { under } from './base.ts'
import { call } from './call.ts'
import { gather } from './gather.ts'
import { keysOf } from './keys-of-event.ts'
import { refreshAll, refreshList } from './list-refresh.ts'

export type LineState = 'live' | 'reconnecting' | 'offline'

/** How the stream of changes is doing; the shell shows it. */
export const line = createStore<LineState>('reconnecting')

/** Changes of a moment are folded into one read. Milliseconds. */
const GATHER_MS = 150
/** Sums are not added up anew more often than so. Milliseconds. */
const SUMS_MS = 2_000
/** So long without a stream, and the page says offline. Milliseconds. */
const OFFLINE_AFTER_MS = 8_000
const RETRY_MS = 3_000

const TYPES: readonly LiveEvent['type'][] = ['order', 'refund', 'callback', 'call', 'hello']

/** Listens to what changes in the books and makes old just that. Returns the way to stop. */
export function followBooks(client: QueryClient): () => void {
  const gathered = gather<LiveEvent>(GATHER_MS, (events) => void apply(client, events))
  const sums = gather<LiveEvent>(SUMS_MS, (events) =>
    invalidate(
      client,
      events.flatMap((event) => keysOf(event).sums),
    ),
  )
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let lost: ReturnType<typeof setTimeout> | undefined
  let missed = false

  const open = () => {
    source = new EventSource(under('api/live'))
    for (const type of TYPES) source.addEventListener(type, heard)
    source.addEventListener('error', broke)
  }
  const heard = (message: MessageEvent<string>) => {
    const event = JSON.parse(message.data) as LiveEvent
    if (event.type !== 'hello') {
      gathered.add(event)
      sums.add(event)
      return
    }
    clearTimeout(lost)
    lost = undefined
    line.set('live')
    // Nobody knows what happened while nobody listened.
    if (missed) refreshAll(client)
    missed = false
  }
  const broke = () => {
    missed = true
    if (line.get() === 'live') line.set('reconnecting')
    lost ??= setTimeout(() => line.set('offline'), OFFLINE_AFTER_MS)
    if (source?.readyState !== EventSource.CLOSED) return
    // The server said no: with 401 the page goes to the login, else it is tried again.
    void call('GET /session').catch(() => undefined)
    retry = setTimeout(open, RETRY_MS)
  }
  open()
  return () => {
    source?.removeEventListener('error', broke)
    source?.close()
    clearTimeout(retry)
    clearTimeout(lost)
    gathered.stop()
    sums.stop()
  }
}

async function apply(client: QueryClient, events: readonly LiveEvent[]): Promise<void> {
  const concerned = events.map(keysOf)
  invalidate(
    client,
    concerned.flatMap(({ keys }) => keys),
  )
  const lists = new Map<string, Set<string>>()
  for (const { list, id } of concerned.flatMap(({ rows }) => rows)) {
    lists.set(list, (lists.get(list) ?? new Set()).add(id))
  }
  for (const [list, changed] of lists) await refreshList(client, list, changed)
}

function invalidate(client: QueryClient, keys: readonly (readonly unknown[])[]): void {
  const once = new Map(keys.map((key) => [JSON.stringify(key), key]))
  for (const key of once.values()) void client.invalidateQueries({ queryKey: key })
}
