import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import type { QueryClient } from '@tanstack/react-query'
import { consoleUrl, createStore } from './browser.ts'
import { consoleApi, session } from './client.ts'
import { refreshAll, refreshList } from './keyset-list.ts'
import { readAgain } from './read-again.ts'

type ConnectionState = 'live' | 'reconnecting' | 'offline'

/** State of the live event stream, as the shell shows it. */
export const connection = createStore<ConnectionState>('reconnecting')

/** Since when nothing was received; undefined while the stream is open. Epoch milliseconds. */
export const staleSince = createStore<number | undefined>(undefined)

const reconnects = createStore(0)

/** Opens the event stream at once instead of after the next pause. */
export const reconnect = (): void => reconnects.set(reconnects.get() + 1)

/** Events within this time after the first cause one read. */
const BATCH_MS = 150
/** Totals are read at most this often. */
const TOTALS_INTERVAL_MS = 2_000
/** Without a stream for this long, the shell shows `offline`. */
const OFFLINE_AFTER_MS = 8_000
const RETRY_DELAY_MS = 3_000

/** The gateway sends something every second: after this time it hangs, or the connection is dead. */
const SILENT_AFTER_MS = 3_000
/** A stream that stays silent for this long is opened again. */
const GIVE_UP_AFTER_MS = 12_000

const EVENT_TYPES: readonly LiveEvent['type'][] = ['order', 'refund', 'callback', 'delivery', 'call', 'hello', 'beat']

/** Subscribes to the gateway's live events and refreshes the queries that each one affects. Returns the unsubscribe function. */
export function followChanges(client: QueryClient): () => void {
  const changes = batch<LiveEvent>(BATCH_MS, (events) => void refresh(client, events))
  const totals = batch<LiveEvent>(TOTALS_INTERVAL_MS, (events) =>
    invalidate(
      client,
      events.flatMap((event) => affectedBy(event).totals),
    ),
  )
  let source: EventSource | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimers: readonly ReturnType<typeof setTimeout>[] = []
  let offlineTimer: ReturnType<typeof setTimeout> | undefined
  let heardAtMs = Date.now()
  /** Events of an interruption are lost. */
  let wasInterrupted = false

  const open = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = new EventSource(consoleUrl('api/live'))
    for (const type of EVENT_TYPES) source.addEventListener(type, onEvent)
    source.addEventListener('error', onError)
    awaitNext()
  }
  const awaitNext = () => {
    for (const timer of silenceTimers) clearTimeout(timer)
    silenceTimers = [setTimeout(showSilence, SILENT_AFTER_MS), setTimeout(giveUp, GIVE_UP_AFTER_MS)]
  }
  const onEvent = (message: MessageEvent<string>) => {
    heardAtMs = Date.now()
    awaitNext()
    const event = JSON.parse(message.data) as LiveEvent
    if (event.type === 'hello') greet(event.cursor)
    clearTimeout(offlineTimer)
    offlineTimer = undefined
    connection.set('live')
    staleSince.set(undefined)
    if (event.type === 'hello' || event.type === 'beat') return
    changes.add(event)
    totals.add(event)
  }
  const greet = (cursor: string) => {
    if (wasInterrupted) refreshAll(client)
    // Nobody announced the changes between the first reads of the page and the opening of the stream.
    else if (cursor !== session.get().cursor)
      readAgain(client, { type: 'active', predicate: ({ queryKey }) => FOLLOWED.has(queryKey[0]) })
    wasInterrupted = false
  }
  const showSilence = () => {
    staleSince.set(staleSince.get() ?? heardAtMs)
    if (connection.get() === 'live') connection.set('reconnecting')
    offlineTimer ??= setTimeout(() => connection.set('offline'), OFFLINE_AFTER_MS)
  }
  const giveUp = () => {
    wasInterrupted = true
    open()
  }
  const onError = () => {
    wasInterrupted = true
    showSilence()
    if (source?.readyState !== EventSource.CLOSED) return
    // An error response closes the stream. If it was a 401, this request ends the session; otherwise the stream is retried.
    void consoleApi('GET /session').catch(() => undefined)
    retryTimer = setTimeout(open, RETRY_DELAY_MS)
  }
  open()
  const stopReconnects = reconnects.subscribe(open)
  return () => {
    stopReconnects()
    source?.removeEventListener('error', onError)
    source?.close()
    for (const timer of [retryTimer, offlineTimer, ...silenceTimers]) clearTimeout(timer)
    changes.cancel()
    totals.cancel()
  }
}

async function refresh(client: QueryClient, events: readonly LiveEvent[]): Promise<void> {
  const affected = events.map(affectedBy)
  invalidate(
    client,
    affected.flatMap(({ keys }) => keys),
  )
  const lists = new Map<string, Set<string>>()
  for (const { list, id } of affected.flatMap(({ rows }) => rows)) {
    lists.set(list, (lists.get(list) ?? new Set()).add(id))
  }
  for (const [list, changed] of lists) await refreshList(client, list, changed)
}

function invalidate(client: QueryClient, keys: readonly QueryKey[]): void {
  const unique = new Map(keys.map((key) => [JSON.stringify(key), key]))
  for (const key of unique.values()) readAgain(client, { queryKey: key })
}

type QueryKey = readonly unknown[]

interface Affected {
  /** Queries to invalidate at once. */
  keys: readonly QueryKey[]
  /** Queries of totals, which are invalidated less often. */
  totals: readonly QueryKey[]
  /** Paged lists, and the row in each that changed. */
  rows: readonly { list: string; id: string }[]
}

const TOTALS: readonly QueryKey[] = [['overview'], ['health']]

/** The first part of the key of every query that an event affects. */
const FOLLOWED: ReadonlySet<unknown> = new Set([
  ...['order', 'refund', 'callback', 'delivery', 'call-errors', 'overview', 'health'],
  ...['orders', 'refunds', 'callbacks', 'deliveries', 'calls', 'ledger'],
])

/** The queries whose data an event changes. */
export function affectedBy(event: LiveEvent): Affected {
  switch (event.type) {
    case 'order':
      return {
        keys: [['order', event.merchantOrderId]],
        totals: TOTALS,
        rows: [
          { list: 'orders', id: event.merchantOrderId },
          { list: 'deliveries', id: event.merchantOrderId },
          { list: 'ledger', id: event.merchantOrderId },
        ],
      }
    case 'refund':
      return {
        keys: [
          ['refund', event.merchantRefundId],
          ['order', event.merchantOrderId],
        ],
        totals: TOTALS,
        rows: [
          { list: 'refunds', id: event.merchantRefundId },
          { list: 'orders', id: event.merchantOrderId },
          { list: 'deliveries', id: event.merchantOrderId },
          { list: 'ledger', id: event.merchantOrderId },
        ],
      }
    case 'callback':
      return {
        keys: [['callback', event.callbackId]],
        totals: [['health']],
        rows: [{ list: 'callbacks', id: event.callbackId }],
      }
    case 'delivery':
      return {
        keys: [
          ['delivery', event.deliveryId],
          ['order', event.merchantOrderId],
        ],
        totals: TOTALS,
        rows: [{ list: 'deliveries', id: event.deliveryId }],
      }
    case 'call':
      return {
        keys: event.merchantOrderId === undefined ? [] : [['order', event.merchantOrderId]],
        totals: [['call-errors'], ...TOTALS],
        rows: event.callId === undefined ? [] : [{ list: 'calls', id: event.callId }],
      }
    case 'hello':
    case 'beat':
      return { keys: [], totals: [], rows: [] }
  }
}

/** Collects items for `ms` after the first one and passes them to `flush` together. */
function batch<Item>(ms: number, flush: (items: readonly Item[]) => void) {
  let items: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(item: Item): void {
      items.push(item)
      timer ??= setTimeout(() => {
        timer = undefined
        flush(items.splice(0))
      }, ms)
    },
    /** Discards the items that are not flushed yet. */
    cancel(): void {
      clearTimeout(timer)
      timer = undefined
      items = []
    },
  }
}
