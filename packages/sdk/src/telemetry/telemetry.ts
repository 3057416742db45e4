import type { TelemetryEvent } from '@galla/contract/provider/telemetry'
import type { HookTelemetryEvent } from '../hooks/hooks.ts'
import type { Ports } from '../runtime.ts'
import { onBeforeExit } from './at-exit.ts'

/** Events in memory; further ones are dropped. */
const CAPACITY = 20_000
const BATCH_SIZE = 10
const CONCURRENCY = 4
const INTERVAL_MS = 1_000
/** A process that would otherwise exit waits this long for its events. */
const EXIT_TIMEOUT_MS = 2_000
/** The longest pause while batches fail. */
const MAX_INTERVAL_MS = 300_000
/** Drains that may fail in a row before their batches are dropped. */
const MAX_ATTEMPTS = 10

const UNWRITABLE = 'A telemetry event cannot be serialised as JSON: it contains a bigint or a circular reference'

export interface Telemetry {
  add(event: TelemetryEvent): void
  /** Sends what is queued now. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `dropped`: the provider refused the batch, or may have received it; sending it again cannot help, or repeats it. */
export type BatchResult = 'sent' | 'failed' | 'dropped'

export interface Sender {
  /** The text of an event, which no later change of the caller's objects reaches. Throws for a value that JSON does not have. */
  serialize(event: TelemetryEvent): string
  /** `cachedOnly` requests no token: without a cached one, nothing is sent and the result is undefined. */
  send(events: readonly string[], cachedOnly: boolean): Promise<BatchResult | undefined>
}

/**
 * Queues events and sends them in batches every second, in the background. While batches fail, one is tried at a time, after
 * pauses that double up to five minutes. Whatever an event holds and whatever fails, no call and no process ends by it.
 */
export function createTelemetry(
  { serialize, send }: Sender,
  { clock, warn: warnOf }: Ports,
  emit: (event: HookTelemetryEvent) => void,
): Telemetry {
  const queue = createQueue<string>(CAPACITY)
  let warnedFull = false
  let warnedUnwritable = false
  /** Drains that failed in a row. */
  let failures = 0
  /** An outage ends with the first batch that is accepted; there is one warning of each. */
  let outage = false
  let closed = false
  let timer: unknown
  let draining: Promise<void> | undefined

  const warn = (message: string) => {
    try {
      warnOf(message)
    } catch {
      // A console that throws must not break a payment.
    }
  }

  const reportDropped = (events: number) => {
    if (events === 0) return
    emit({ type: 'dropped', events })
    if (warnedFull || outage) return
    warnedFull = true
    warn(`The telemetry queue is full (${CAPACITY} events): further events are dropped`)
  }

  const reportUnwritable = () => {
    emit({ type: 'dropped', events: 1 })
    if (!warnedUnwritable) warn(UNWRITABLE)
    warnedUnwritable = true
  }

  const reportOutage = () => {
    if (!outage) warn('Telemetry is not accepted: events are sent again later, or dropped')
    outage = true
  }

  /** Sends batch after batch until `budget` is used up or a batch fails. */
  const sendBatches = async (budget: { left: number; failed: boolean }, cachedOnly: boolean): Promise<void> => {
    while (budget.left > 0) {
      const batch = queue.take(Math.min(BATCH_SIZE, budget.left))
      if (batch.length === 0) return
      budget.left -= batch.length
      const result = await send(batch, cachedOnly).catch((): BatchResult => 'failed')
      emit({ type: result ?? 'dropped', events: batch.length })
      if (result === 'sent') {
        failures = 0
        outage = false
        continue
      }
      // Without a result the process ends before it had a token: no outage of the provider.
      if (result) reportOutage()
      if (result !== 'failed') continue
      // Batches that fail at once are one failure.
      if (!budget.failed) failures += 1
      budget.failed = true
      budget.left = 0
      if (failures < MAX_ATTEMPTS) reportDropped(queue.putBack(batch))
      else emit({ type: 'dropped', events: batch.length })
    }
  }

  const drain = (cachedOnly = false): Promise<void> => {
    const budget = { left: queue.size, failed: false }
    const senders = failures > 0 ? 1 : CONCURRENCY
    draining ??= Promise.allSettled(Array.from({ length: senders }, () => sendBatches(budget, cachedOnly))).then(() => {
      draining = undefined
    })
    return draining
  }

  const schedule = () => {
    if (closed) return
    const pauseMs = Math.min(INTERVAL_MS * 2 ** Math.max(failures - 1, 0), MAX_INTERVAL_MS)
    timer = clock.setTimer(() => void drain().then(schedule), pauseMs, true)
  }

  const unregister = onBeforeExit(async () => {
    if (queue.size === 0 && !draining) return
    const keepAlive = clock.setTimer(() => {}, EXIT_TIMEOUT_MS)
    await draining
    await drain(true)
    clock.clearTimer(keepAlive)
  })

  schedule()

  /** Requests of telemetry do not keep the process alive; a caller that awaits a flush relies on this timer. */
  const flush = async () => {
    let keepAlive: unknown
    const renew = () => {
      keepAlive = clock.setTimer(renew, EXIT_TIMEOUT_MS)
    }
    renew()
    await draining
    await drain()
    clock.clearTimer(keepAlive)
  }

  return {
    add(event) {
      let text: string
      try {
        text = serialize(event)
      } catch {
        return reportUnwritable()
      }
      if (!queue.add(text)) reportDropped(1)
    },
    flush,
    async close() {
      if (closed) return
      closed = true
      clock.clearTimer(timer)
      unregister()
      await flush()
    },
  }
}

/** A bounded queue as a ring buffer: adding to a full one is as cheap as adding to an empty one. */
export interface Queue<Item> {
  readonly size: number
  /** False when the queue is full; the item is dropped. */
  add(item: Item): boolean
  /** Removes up to `max` items from the front. */
  take(max: number): Item[]
  /** Returns items to the front; the result is the number of items that did not fit. */
  putBack(items: readonly Item[]): number
}

export function createQueue<Item>(capacity: number): Queue<Item> {
  const ring: (Item | undefined)[] = []
  let head = 0
  let size = 0
  return {
    get size() {
      return size
    },
    add(item) {
      if (size === capacity) return false
      ring[(head + size) % capacity] = item
      size += 1
      return true
    },
    take(max) {
      const taken: Item[] = []
      while (taken.length < max && size > 0) {
        taken.push(ring[head] as Item)
        ring[head] = undefined
        head = (head + 1) % capacity
        size -= 1
      }
      return taken
    },
    putBack(items) {
      let dropped = 0
      for (const item of [...items].reverse()) {
        if (size === capacity) dropped += 1
        else {
          head = (head + capacity - 1) % capacity
          ring[head] = item
          size += 1
        }
      }
      return dropped
    },
  }
}
