import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { Client, type PoolConfig } from 'pg'
import { ASYNC_COMMIT, type Queries } from './database.ts'
import { liveMessages, readLiveMessage } from './live-message.ts'
import { KEEP_ALIVE } from './pool.ts'

/** Events are batched, because `notify` takes a lock that all commits share. Milliseconds. */
const BATCH_DELAY_MS = 150
/** Further events of a batch are dropped: the console reloads its lists anyway. */
const MAX_PENDING = 400
const RETRY_DELAY_MS = 2_000
/** Maximum time to connect, and for an answer. Milliseconds. */
const TIMEOUT_MS = 10_000

export interface LiveChannel {
  /** Sends the event to the other replicas with the next batch. */
  publish(event: LiveEvent): void
  /** Calls `receive` with the events of the other replicas, and `connected` whenever events before may be lost. A second call does nothing. */
  listen(receive: (event: LiveEvent) => void, connected: () => void): void
  close(): Promise<void>
}

type Listen = (...to: Parameters<LiveChannel['listen']>) => Promise<void>

/**
 * Carries live events between the processes that share a database. Delivery is best effort: a lost event shows at the next reload.
 * PostgreSQL lets every role send on every channel, so the name should not be known, and what arrives is only a reason to read again.
 * @param channel letters, digits, `_` and `-`
 */
export function liveChannel(on: Queries, config: PoolConfig, channel: string): LiveChannel {
  const replicaId = randomUUID()
  let pending: LiveEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let client: Client | undefined
  let listening = false
  let closed = false

  const flush = async (): Promise<void> => {
    timer = undefined
    const events = pending
    pending = []
    await on.query({
      name: 'publish-live-events',
      text: `select pg_notify($1, "payload") from unnest($2::text[]) as "payload", ${ASYNC_COMMIT}`,
      values: [channel, liveMessages(events, replicaId)],
    })
  }

  const connect: Listen = async (receive, connected) => {
    const connection = new Client({
      ...KEEP_ALIVE,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      ...config,
    })
    client = connection
    connection.on('error', () => {})
    connection.on('notification', ({ payload }) => {
      for (const event of readLiveMessage(payload, replicaId)) receive(event)
    })
    const ended = new Promise<void>((resolve) => connection.once('end', resolve))
    await connection.connect()
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`)
    connected()
    await ended
  }

  /** Connects, and again whenever the connection fails or ends. */
  const keepConnected: Listen = async (receive, connected) => {
    await connect(receive, connected).catch(() => client?.end().catch(() => {}))
    if (closed) return
    reconnecting = setTimeout(() => void keepConnected(receive, connected), RETRY_DELAY_MS)
    reconnecting.unref()
  }

  return {
    publish(event) {
      if (closed || pending.length >= MAX_PENDING) return
      pending.push(event)
      timer ??= setTimeout(() => void flush().catch(() => {}), BATCH_DELAY_MS)
      timer.unref()
    },
    listen(receive, connected) {
      if (listening || closed) return
      listening = true
      void keepConnected(receive, connected)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(reconnecting)
      await client?.end().catch(() => {})
    },
  }
}
