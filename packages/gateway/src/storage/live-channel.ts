import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { Client, type PoolConfig } from 'pg'
import { ASYNC_COMMIT, type Queries } from './database.ts'

const CHANNEL = 'galla_live'
/** Events wait for company: a notification takes a lock that all commits share. Milliseconds. */
const PAUSE_MS = 150
/** A payload may have 8000 bytes; an event of ours has some 150. */
const MAX_PER_NOTIFICATION = 40
/** More in one pause is a storm, and a reader of lists asks anew anyway. */
const MAX_WAITING = 400
const RETRY_DELAY_MS = 2_000

export interface LiveChannel {
  /** Tells the other replicas, soon. */
  publish(event: LiveEvent): void
  /** From now on hears what the others publish. Twice is once. */
  listen(hear: (event: LiveEvent) => void): void
  close(): Promise<void>
}

/** Carries events between the processes that share a database. Nothing depends on it: what is lost is seen at the next look. */
export function liveChannel(on: Queries, config: PoolConfig): LiveChannel {
  const me = randomUUID()
  let waiting: LiveEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let client: Client | undefined
  let listening = false
  let closed = false

  const flush = async (): Promise<void> => {
    timer = undefined
    const events = waiting
    waiting = []
    for (let at = 0; at < events.length; at += MAX_PER_NOTIFICATION) {
      const note = JSON.stringify({ from: me, events: events.slice(at, at + MAX_PER_NOTIFICATION) })
      await on.query({
        name: 'tell-others',
        text: `select pg_notify($1, $2) from ${ASYNC_COMMIT}`,
        values: [CHANNEL, note],
      })
    }
  }

  const connect = async (hear: (event: LiveEvent) => void): Promise<void> => {
    const mine = new Client(config)
    client = mine
    mine.on('error', () => {})
    mine.once('end', () => {
      if (closed) return
      reconnecting = setTimeout(() => void connect(hear).catch(() => {}), RETRY_DELAY_MS)
      reconnecting.unref()
    })
    mine.on('notification', ({ payload = '{}' }) => {
      const { from, events = [] } = JSON.parse(payload) as { from?: string; events?: LiveEvent[] }
      if (from !== me) for (const event of events) hear(event)
    })
    await mine.connect()
    await mine.query(`listen ${CHANNEL}`)
  }

  return {
    publish(event) {
      if (closed || waiting.length >= MAX_WAITING) return
      waiting.push(event)
      timer ??= setTimeout(() => void flush().catch(() => {}), PAUSE_MS)
      timer.unref()
    },
    listen(hear) {
      if (listening || closed) return
      listening = true
      void connect(hear).catch(() => {})
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(reconnecting)
      await client?.end().catch(() => {})
    },
  }
}
