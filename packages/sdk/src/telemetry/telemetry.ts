import type { TelemetryEvent } from '@galla/contract/provider/telemetry'
import type { HookTelemetryEvent } from '../hooks/hooks.ts'
import type { Ports } from '../runtime.ts'
import { atExit } from './at-exit.ts'

const CAPACITY = 20_000
const BATCH = 10
const IN_FLIGHT = 4
const TICK_MS = 1_000
/** A program that has come to its end waits for its events so long and no longer. */
const EXIT_MS = 2_000

export interface Telemetry {
  add(event: TelemetryEvent): void
  /** Sends what is queued now. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type SendBatch = (events: readonly TelemetryEvent[], cachedOnly: boolean) => Promise<boolean>

/** Collects events and sends them by tens, each second, behind the calls' backs. */
export function createTelemetry(
  send: SendBatch,
  { clock, warn }: Ports,
  tell: (note: HookTelemetryEvent) => void,
): Telemetry {
  const queue = createQueue<TelemetryEvent>(CAPACITY)
  let warned = false
  let closed = false
  let timer: unknown
  let draining: Promise<void> | undefined

  const lost = (events: number) => {
    if (events === 0) return
    tell({ type: 'dropped', events })
    if (warned) return
    warned = true
    warn(`The telemetry queue is full (${CAPACITY} events): further events are dropped`)
  }

  /** One lane takes batch after batch until the queue it found is empty, or a batch comes back. */
  const lane = async (budget: { left: number }, cachedOnly: boolean): Promise<void> => {
    while (budget.left > 0) {
      const batch = queue.take(Math.min(BATCH, budget.left))
      if (batch.length === 0) return
      budget.left -= batch.length
      const sent = await send(batch, cachedOnly)
      tell({ type: sent ? 'sent' : 'failed', events: batch.length })
      if (sent) continue
      budget.left = 0
      lost(queue.putBack(batch))
    }
  }

  const drain = (cachedOnly = false): Promise<void> => {
    const budget = { left: queue.size }
    draining ??= Promise.all(Array.from({ length: IN_FLIGHT }, () => lane(budget, cachedOnly))).then(() => {
      draining = undefined
    })
    return draining
  }

  const plan = () => {
    if (closed) return
    timer = clock.setTimer(() => void drain().then(plan), TICK_MS, true)
  }

  const forget = atExit(async () => {
    if (queue.size === 0 && !draining) return
    const end = clock.setTimer(() => {}, EXIT_MS)
    await draining
    await drain(true)
    clock.clearTimer(end)
  })

  plan()

  /** Whoever waits for this waits for the whole of it: behind everyone's back nothing else would keep the program alive. */
  const flush = async () => {
    let awake: unknown
    const stayAwake = () => {
      awake = clock.setTimer(stayAwake, EXIT_MS)
    }
    stayAwake()
    await draining
    await drain()
    clock.clearTimer(awake)
  }

  return {
    add(event) {
      if (!queue.add(event)) lost(1)
    },
    flush,
    async close() {
      if (closed) return
      closed = true
      clock.clearTimer(timer)
      forget()
      await flush()
    },
  }
}

/** A bounded first-in-first-out ring: adding to a full one costs as little as adding to an empty one. */
export interface Queue<Item> {
  readonly size: number
  /** False when it is full; the item is then gone. */
  add(item: Item): boolean
  /** Takes up to so many from the front. */
  take(most: number): Item[]
  /** Puts a batch back to the front; says how many found no room. */
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
    take(most) {
      const taken: Item[] = []
      while (taken.length < most && size > 0) {
        taken.push(ring[head] as Item)
        ring[head] = undefined
        head = (head + 1) % capacity
        size -= 1
      }
      return taken
    },
    putBack(items) {
      let lost = 0
      for (const item of [...items].reverse()) {
        if (size === capacity) lost += 1
        else {
          head = (head + capacity - 1) % capacity
          ring[head] = item
          size += 1
        }
      }
      return lost
    },
  }
}
