import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import type { QueryClient } from '@tanstack/react-query'
import { createStore, under } from './browser.ts'
import { call } from './client.ts'
import { refreshAll, refreshList } from './keyset-list.ts'

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

export interface Gathered<Item> {
  add(item: Item): void
  /** Drops what waits. */
  stop(): void
}

/** Hands over together what comes within so many milliseconds of the first. */
export function gather<Item>(ms: number, flush: (items: readonly Item[]) => void): Gathered<Item> {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(item) {
      waiting.push(item)
      timer ??= setTimeout(() => {
        timer = undefined
        flush(waiting.splice(0))
      }, ms)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

type Key = readonly unknown[]

export interface Concerned {
  /** Asked for again when they are on screen. */
  keys: readonly Key[]
  /** Sums over many orders: asked for again as well, but not with every one of them. */
  sums: readonly Key[]
  /** Lists that grow by pages, and the row in them that changed. */
  rows: readonly { list: string; id: string }[]
}

const SUMS: readonly Key[] = [['overview'], ['health']]

/** What of the cache one event makes old: these keys and no others. */
export function keysOf(event: LiveEvent): Concerned {
  switch (event.type) {
    case 'order':
      return {
        keys: [['order', event.merchantOrderId]],
        sums: SUMS,
        rows: [
          { list: 'orders', id: event.merchantOrderId },
          { list: 'effects', id: event.merchantOrderId },
        ],
      }
    case 'refund':
      return {
        keys: [
          ['refund', event.merchantRefundId],
          ['order', event.merchantOrderId],
        ],
        sums: SUMS,
        rows: [
          { list: 'refunds', id: event.merchantRefundId },
          { list: 'orders', id: event.merchantOrderId },
          { list: 'effects', id: event.merchantOrderId },
        ],
      }
    case 'callback':
      return {
        keys: [['callback', event.callbackId]],
        sums: [['health']],
        rows: [{ list: 'callbacks', id: event.callbackId }],
      }
    case 'call':
      return {
        keys: event.merchantOrderId === undefined ? [] : [['order', event.merchantOrderId]],
        sums: [['call-errors'], ...SUMS],
        rows: [{ list: 'calls', id: event.callId }],
      }
    case 'hello':
      return { keys: [], sums: [], rows: [] }
  }
}
