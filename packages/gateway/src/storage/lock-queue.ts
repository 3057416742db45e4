import { GatewayError, isGatewayError } from '../errors.ts'

/** How long work waits until a transaction with its key has ended, or a place is free. Milliseconds. */
const QUEUE_MS = 10_000

export function busy(what: string, cause?: unknown): GatewayError {
  return new GatewayError('BUSY', `${what}: repeat the call with the same id in a few seconds`, { cause })
}

/** How often work that must not be lost is tried while it is busy: 10 seconds of a held lock. */
const BUSY_ATTEMPTS = 5

/** Runs `work` again while it is BUSY, such as storing a reply that comes once. Throws the error that stays. */
export async function repeatedWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < BUSY_ATTEMPTS; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isGatewayError(error) || error.code !== 'BUSY') throw error
    }
  }
  return work()
}

interface Waiting {
  readonly key: string
  readonly begin: () => void
}

export interface LockQueue {
  /** Runs work when no other with its key runs, and one of the places is free. @throws GatewayError BUSY */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * Lines up the transactions of one replica that may wait for an advisory lock, before they take a connection: one at a time of each key,
 * which would wait for each other anyway, and `places` at most.
 */
export function createLockQueue(places: number, waitMs = QUEUE_MS): LockQueue {
  const running = new Set<string>()
  const waiting = new Set<Waiting>()
  const mayRun = (key: string) => running.size < places && !running.has(key)
  const beginNext = () => {
    for (const one of waiting) if (mayRun(one.key)) one.begin()
  }
  const turnOf = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const one = {
        key,
        begin() {
          clearTimeout(timer)
          waiting.delete(one)
          running.add(key)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.delete(one)
        reject(busy('Too many calls work on the order at the same time'))
      }, waitMs)
      waiting.add(one)
    })
  return {
    async run(key, work) {
      if (mayRun(key)) running.add(key)
      else await turnOf(key)
      try {
        return await work()
      } finally {
        running.delete(key)
        beginNext()
      }
    },
  }
}
