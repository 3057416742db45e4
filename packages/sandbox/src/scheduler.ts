import type { Clock } from './clock.ts'

/** Does its work at `atMs`. Work that leaves the process (a delivery) returns a promise and is waited for. */
export type Job = (atMs: number) => void | Promise<void>

/** What is still to happen, on the sandbox's clock. */
export interface Agenda {
  add(atMs: number, job: Job): void
  /** Does what is due now; promises run on. Called before every request, so that no reply is older than the clock. */
  runPendingJobs(): void
  /** Moves the clock on, stopping at every job on the way and waiting for what it started. */
  advanceTo(ms: number): Promise<void>
  /** Resolves when nothing is due and nothing is under way. */
  idle(): Promise<void>
  /** Sets the live timer anew, after the clock was moved, stopped or started. */
  rearm(): void
  clear(): void
  close(): void
}

/** Node's timers hold 31 bits; a later job is looked at again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface Entry {
  readonly atMs: number
  readonly seq: number
  readonly job: Job
}

export function createAgenda(clock: Clock): Agenda {
  const heap = createHeap<Entry>((a, b) => a.atMs - b.atMs || a.seq - b.seq)
  const underWay = new Set<Promise<void>>()
  let seq = 0
  let timer: unknown
  let timerAtMs = Number.POSITIVE_INFINITY
  let closed = false

  const rearm = (): void => {
    if (timer !== undefined) clock.wall.clearTimer(timer as never)
    timer = undefined
    timerAtMs = Number.POSITIVE_INFINITY
    const next = heap.peek()
    if (closed || !next) return
    const dueInMs = next.atMs - clock.now()
    // A stopped clock still does what is due now, only nothing later.
    if (clock.frozen && dueInMs > 0) return
    timerAtMs = next.atMs
    timer = clock.wall.setTimer(fired, Math.min(Math.max(0, dueInMs), LONGEST_TIMER_MS))
  }

  const fired = (): void => {
    timer = undefined
    runPendingJobs()
  }

  const runUpTo = (ms: number): void => {
    for (let next = heap.peek(); next && next.atMs <= ms; next = heap.peek()) {
      heap.pop()
      const work = next.job(next.atMs)
      if (work) {
        underWay.add(work)
        void work.finally(() => underWay.delete(work))
      }
    }
  }

  const runPendingJobs = (): void => {
    const next = heap.peek()
    if (next && next.atMs <= clock.now()) runUpTo(clock.now())
    if (timer === undefined || (heap.peek()?.atMs ?? timerAtMs) !== timerAtMs) rearm()
  }

  const settle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled([...underWay])
  }

  return {
    add(atMs, job) {
      if (closed) return
      heap.push({ atMs, seq: seq++, job })
      if (atMs < timerAtMs) rearm()
    },
    runPendingJobs,
    async advanceTo(ms) {
      // What is under way belongs to the time before: its retries must be on the list before the clock moves.
      runPendingJobs()
      await settle()
      for (let next = heap.peek(); next && next.atMs <= ms; next = heap.peek()) {
        clock.put(Math.max(next.atMs, clock.now()))
        runUpTo(next.atMs)
        await settle()
      }
      clock.put(Math.max(ms, clock.now()))
      rearm()
    },
    async idle() {
      for (;;) {
        runPendingJobs()
        if (underWay.size === 0) return
        await settle()
      }
    },
    rearm,
    clear() {
      heap.clear()
      rearm()
    },
    close() {
      closed = true
      heap.clear()
      rearm()
    },
  }
}

/** A binary heap: the smallest is on top. */
export interface Heap<T> {
  push(value: T): void
  peek(): T | undefined
  pop(): T | undefined
  clear(): void
}

export function createHeap<T>(compare: (a: T, b: T) => number): Heap<T> {
  let items: T[] = []
  const before = (a: number, b: number): boolean => compare(items[a] as T, items[b] as T) < 0
  const swap = (a: number, b: number): void => {
    const kept = items[a] as T
    items[a] = items[b] as T
    items[b] = kept
  }
  return {
    push(value) {
      let at = items.push(value) - 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!before(at, parent)) break
        swap(at, parent)
        at = parent
      }
    },
    peek: () => items[0],
    pop() {
      const top = items[0]
      const last = items.pop()
      if (items.length === 0 || last === undefined) return top
      items[0] = last
      for (let at = 0; ; ) {
        const left = 2 * at + 1
        const right = left + 1
        let least = at
        if (left < items.length && before(left, least)) least = left
        if (right < items.length && before(right, least)) least = right
        if (least === at) return top
        swap(at, least)
        at = least
      }
    },
    clear() {
      items = []
    },
  }
}
