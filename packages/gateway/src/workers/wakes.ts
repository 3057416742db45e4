import type { After, Clock } from '../context.ts'
import type { JobName } from '../storage/jobs.ts'

/** Interval at which each job looks into the database even if nothing woke the job. Milliseconds. */
export const POLL_MS = 1_000

/** Wake-ups of the jobs of this process. What another process, or one that died, made due is found by the next poll. */
export interface Wakes {
  /** Runs a job now, or at `atMs`, epoch milliseconds. Never waits, never throws. */
  wake(name: JobName, atMs?: number): void
  /** Number of wake-ups of the job. Read the number before looking for work, so that no wake-up in between is lost. */
  count(name: JobName): number
  /** Resolves as soon as the job was woken more often than `seen`, after `POLL_MS` at the latest, and at once after `close`. */
  next(name: JobName, seen: number): Promise<void>
  /** Resolves after `ms`, whatever is woken, or at `close`. */
  pause(ms: number): Promise<void>
  /** Ends all waiting. */
  close(): void
}

export function createWakes({ clock, after }: { clock: Clock; after: After }): Wakes {
  const counts = new Map<JobName, number>()
  const waiting = new Map<JobName | 'pause', Set<() => void>>()
  /** Timers of wake-ups that come before the next poll. */
  const soon = new Set<() => void>()
  let closed = false

  const count = (name: JobName): number => counts.get(name) ?? 0
  const release = (name: JobName | 'pause'): void => {
    for (const resolve of waiting.get(name) ?? []) resolve()
  }
  const wait = (name: JobName | 'pause', ms: number): Promise<void> =>
    new Promise((resolve) => {
      const waiters = waiting.get(name) ?? new Set()
      waiting.set(name, waiters)
      const end = (): void => {
        cancel()
        waiters.delete(end)
        resolve()
      }
      const cancel = after(ms, end)
      waiters.add(end)
    })
  const wakeNow = (name: JobName): void => {
    counts.set(name, count(name) + 1)
    release(name)
  }

  return {
    count,
    wake(name, atMs = 0) {
      if (closed) return
      const inMs = atMs - clock.now()
      if (inMs <= 0) return wakeNow(name)
      // Each has a timer of its own, so none replaces another. Later ones need none: the row is due when the job polls.
      if (inMs >= POLL_MS) return
      const cancel = after(inMs, () => {
        soon.delete(cancel)
        wakeNow(name)
      })
      soon.add(cancel)
    },
    next: (name, seen) => (closed || count(name) !== seen ? Promise.resolve() : wait(name, POLL_MS)),
    pause: (ms) => (closed ? Promise.resolve() : wait('pause', ms)),
    close() {
      closed = true
      for (const cancel of soon) cancel()
      for (const name of waiting.keys()) release(name)
    },
  }
}
