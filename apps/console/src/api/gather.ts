export interface Gathered<Item> {
  add(item: Item): void
  /** Drops what waits. */
  stop(): void
}

/** Hands over together what comes within so many milliseconds of the first. */
export function gather<Item>(ms: number, flush: (items: readonly Item[]) => void): Gathered<Item> {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(item) {
      waiting.push(item)
      timer ??= setTimeout(() => {
        timer = undefined
        flush(waiting.splice(0))
      }, ms)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
