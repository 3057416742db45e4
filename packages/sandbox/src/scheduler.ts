import type { Clock } from './clock.ts'
import { isError } from './is-error.ts'

/** Runs at `atMs`. A job that leaves the process, such as a callback delivery, returns a promise. */
export type Job = (atMs: number) => void | Promise<void>

/** Runs jobs on the sandbox's clock, in the order of their time. */
export interface Scheduler {
  /** Jobs with the same time run in the order in which they were added. */
  add(atMs: number, job: Job): void
  /** Starts every due job without waiting for promises. Called before each request, so that responses reflect the current time. */
  runPendingJobs(): void
  /** Moves the clock forward job by job, and waits for each before the clock moves on. */
  advanceTo(ms: number): Promise<void>
  /** Resolves when no job is due or running. */
  idle(): Promise<void>
  /** Sets the timer for the next job again, after the clock was set, frozen or resumed. */
  rearmTimer(): void
  clear(): void
  /** Clears the jobs and accepts no new ones. */
  close(): void
}

/** Node's timers take 31 bits. For a later job, the timer fires early and is set again. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface Entry {
  readonly atMs: number
  readonly seq: number
  readonly job: Job
}

/** @param failed gets what a job throws, such as the error of a disk that is full; the process goes on */
export function createScheduler(clock: Clock, failed: (error: unknown) => void = warnProcess): Scheduler {
  const heap = createHeap<Entry>((a, b) => a.atMs - b.atMs || a.seq - b.seq)
  const running = new Set<Promise<void>>()
  let seq = 0
  let timer: unknown
  let timerAtMs = Number.POSITIVE_INFINITY
  let closed = false

  const rearmTimer = (): void => {
    if (timer !== undefined) clock.wall.clearTimer(timer as never)
    timer = undefined
    timerAtMs = Number.POSITIVE_INFINITY
    const next = heap.peek()
    if (closed || !next) return
    const dueInMs = next.atMs - clock.now()
    // On a frozen clock, only jobs that are already due run.
    if (clock.frozen && dueInMs > 0) return
    timerAtMs = next.atMs
    timer = clock.wall.setTimer(onTimer, Math.min(Math.max(0, dueInMs), MAX_TIMER_MS))
  }

  const onTimer = (): void => {
    timer = undefined
    runPendingJobs()
  }

  const start = ({ job, atMs }: Entry): void => {
    try {
      const work = job(atMs)
      if (!work) return
      const settled = work.catch(failed).finally(() => running.delete(settled))
      running.add(settled)
    } catch (error) {
      failed(error)
    }
  }

  const runUpTo = (ms: number): void => {
    for (let next = heap.peek(); next && next.atMs <= ms; next = heap.peek()) {
      heap.pop()
      start(next)
    }
  }

  const runPendingJobs = (): void => {
    const next = heap.peek()
    if (next && next.atMs <= clock.now()) runUpTo(clock.now())
    if (timer === undefined || (heap.peek()?.atMs ?? timerAtMs) !== timerAtMs) rearmTimer()
  }

  const waitForRunning = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled([...running])
  }

  return {
    add(atMs, job) {
      if (closed) return
      heap.push({ atMs, seq: seq++, job })
      if (atMs < timerAtMs) rearmTimer()
    },
    runPendingJobs,
    async advanceTo(ms) {
      // A running delivery schedules its retry when it ends. The retry must be in the heap before the clock moves past it.
      runPendingJobs()
      await waitForRunning()
      for (let next = heap.peek(); next && next.atMs <= ms; next = heap.peek()) {
        clock.set(Math.max(next.atMs, clock.now()))
        runUpTo(next.atMs)
        await waitForRunning()
      }
      clock.set(Math.max(ms, clock.now()))
      rearmTimer()
    },
    async idle() {
      for (;;) {
        runPendingJobs()
        if (running.size === 0) return
        await waitForRunning()
      }
    },
    rearmTimer,
    clear() {
      heap.clear()
      rearmTimer()
    },
    close() {
      closed = true
      heap.clear()
      rearmTimer()
    },
  }
}

const warnProcess = (error: unknown): void =>
  process.emitWarning(`A job of the sandbox failed: ${isError(error) ? error.message : String(error)}`)

/** A binary heap with the smallest value on top. */
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
    const first = items[a] as T
    items[a] = items[b] as T
    items[b] = first
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
        let smallest = at
        if (left < items.length && before(left, smallest)) smallest = left
        if (right < items.length && before(right, smallest)) smallest = right
        if (smallest === at) return top
        swap(at, smallest)
        at = smallest
      }
    },
    clear() {
      items = []
    },
  }
}
