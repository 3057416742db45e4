/** Time that work waits for its turn. Milliseconds. */
const WAIT_MS = 10_000

export interface QueueLimits {
  /** Work that runs at the same time. */
  readonly places: number
  /** Running work with the same key, at most. @default 1 */
  readonly placesOfKey?: number
  /** Work that waits, at most. @default no limit */
  readonly waiting?: number
  /** Waiting work with the same key, at most. @default no limit */
  readonly waitingOfKey?: number
  /** @default 10 000 */
  readonly waitMs?: number
  /** The error of work that would wait among too many, or has waited too long. */
  refusal(): Error
}

interface Waiting {
  readonly key: string
  readonly begin: () => void
}

export interface WorkQueue {
  /** Runs work when it is its turn: in order, except of what has to wait for others of its key. @throws the queue's refusal */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** Lines up the work of one process, so that it takes a limited share of what it uses. */
export function createWorkQueue(limits: QueueLimits): WorkQueue {
  const { places, placesOfKey = 1, waitMs = WAIT_MS, refusal } = limits
  const { waiting: maxWaiting = Number.POSITIVE_INFINITY, waitingOfKey = Number.POSITIVE_INFINITY } = limits
  let running = 0
  const runningOf = new Map<string, number>()
  const waiting = new Set<Waiting>()

  const mayRun = (key: string) => running < places && (runningOf.get(key) ?? 0) < placesOfKey
  const mayWait = (key: string) =>
    waiting.size < maxWaiting && [...waiting].filter((one) => one.key === key).length < waitingOfKey
  const take = (key: string) => {
    running += 1
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1)
  }
  const release = (key: string) => {
    running -= 1
    const left = (runningOf.get(key) ?? 1) - 1
    if (left > 0) runningOf.set(key, left)
    else runningOf.delete(key)
    for (const one of waiting) if (mayRun(one.key)) one.begin()
  }
  const turnOf = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const one = {
        key,
        begin() {
          clearTimeout(timer)
          waiting.delete(one)
          take(key)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiting.delete(one)
        reject(refusal())
      }, waitMs)
      waiting.add(one)
    })
  return {
    async run(key, work) {
      if (mayRun(key)) take(key)
      else if (mayWait(key)) await turnOf(key)
      else throw refusal()
      try {
        return await work()
      } finally {
        release(key)
      }
    },
  }
}
