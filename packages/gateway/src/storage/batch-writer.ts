import { isConnectionFailure } from './silent-server.ts'

/** Items per statement. */
const MAX_BATCH = 200
/** Fewer items share a statement even when another one could run: each statement and commit has a cost of its own. */
const MIN_SHARE = 16
/** Statements at the same time: one waits for its commit while the next one runs. */
const CONCURRENCY = 2

interface Pending<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  /** The caller has been answered, because it waited too long. */
  isOver?: boolean
}

/** Time limit of a caller's wait in milliseconds, and the error that the caller gets after it. */
export interface WaitLimit {
  readonly ms: number
  readonly after: (ms: number, run: () => void) => () => void
  readonly error: () => Error
}

/**
 * Batches items into shared statements: items that arrive while two statements run share the next one, a single item is written at
 * once. Many items are shared out between the statements that may run: in one statement their callers would be answered together and come
 * back together, so that process and database would work in turn. When the database refuses a batch, each of its items is written alone, so
 * that one bad item fails no other, and one that waits for a lock delays no other. When the connection fails, all of its items do: alone,
 * each would wait for the same server, and may be stored.
 * @param limit how long a caller waits. An item whose caller has been answered is not handed to `write` any more. @default none
 */
export function batchWriter<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  limit?: WaitLimit,
): (item: Item) => Promise<Result> {
  let pending: Pending<Item, Result>[] = []
  let running = 0

  const writeBatch = async (items: readonly Pending<Item, Result>[]): Promise<void> => {
    const results = await write(items.map(({ item }) => item))
    for (const [at, { resolve, reject }] of items.entries()) {
      const result = results[at]
      if (result === undefined) reject(new Error('The statement returned fewer rows than items'))
      else resolve(result)
    }
  }
  const run = async (batch: readonly Pending<Item, Result>[]): Promise<void> => {
    try {
      await writeBatch(batch)
    } catch (error) {
      if (batch.length === 1 || isConnectionFailure(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) if (!one.isOver) void writeBatch([one]).catch(one.reject)
    }
    running -= 1
    fill()
  }
  const fill = (): void => {
    if (limit) pending = pending.filter(({ isOver }) => !isOver)
    while (running < CONCURRENCY && pending.length > 0) {
      const shares = Math.min(CONCURRENCY - running, Math.max(Math.floor(pending.length / MIN_SHARE), 1))
      const size = Math.min(Math.ceil(pending.length / shares), MAX_BATCH)
      const batch = pending.slice(0, size)
      pending = pending.slice(size)
      running += 1
      void run(batch)
    }
  }
  const enqueue = (one: Pending<Item, Result>): void => {
    pending.push(one)
    // A microtask later, so that all items of this turn share the first batch. `queueMicrotask` would make an AsyncResource for each.
    if (running < CONCURRENCY && pending.length === 1) void Promise.resolve().then(fill)
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (!limit) return enqueue({ item, resolve, reject })
      const cancel = limit.after(limit.ms, () => {
        one.isOver = true
        reject(limit.error())
      })
      const one: Pending<Item, Result> = {
        item,
        resolve: (result) => {
          cancel()
          resolve(result)
        },
        reject: (error) => {
          cancel()
          reject(error)
        },
      }
      enqueue(one)
    })
}
