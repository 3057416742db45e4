/** So many at most in one statement. */
const MOST = 200
/** While one statement waits for the disk, the next one is on its way. */
const CONCURRENCY = 2

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * One statement for all who ask while others are under way: under load a commit is shared, alone nobody waits. When
 * a batch fails, each is tried by itself, so that a bad one harms no other.
 */
export function batchWriter<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let flying = 0

  const one = async (items: readonly Waiting<Item, Result>[]): Promise<void> => {
    const results = await write(items.map(({ item }) => item))
    for (const [at, { resolve, reject }] of items.entries()) {
      const result = results[at]
      if (result === undefined) reject(new Error('A statement brought fewer rows than it was given'))
      else resolve(result)
    }
  }
  const fly = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST)
      waiting = waiting.slice(MOST)
      try {
        await one(batch)
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error)
        else for (const runConcurrently of batch) await one([runConcurrently]).catch(runConcurrently.reject)
      }
    }
    flying -= 1
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // After this turn, so that all who ask in it are in the first batch.
      if (flying < CONCURRENCY) {
        flying += 1
        queueMicrotask(() => void fly())
      }
    })
}
