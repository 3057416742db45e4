/** Runs `work` for all items, at most `limit` at a time. A failure does not stop the others; its error goes to `onError`. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
  onError: (item: Item, error: unknown) => void,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item).catch((error: unknown) => onError(item, error))
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}

/** Runs what it is given, at most `limit` at a time, in the order of the calls. */
export function createLimiter(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot goes to the next in the queue.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
