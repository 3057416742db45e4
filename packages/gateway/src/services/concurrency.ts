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
