/** Runs `work` over all items, at most `most` at a time. One that fails does not stop the others; its error goes to `failed`. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
  failed: (item: Item, error: unknown) => void,
): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => failed(item, error))
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
}
