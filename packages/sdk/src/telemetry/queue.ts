/** A bounded first-in-first-out ring: adding to a full one costs as little as adding to an empty one. */
export interface Queue<Item> {
  readonly size: number
  /** False when it is full; the item is then gone. */
  add(item: Item): boolean
  /** Takes up to so many from the front. */
  take(most: number): Item[]
  /** Puts a batch back to the front; says how many found no room. */
  putBack(items: readonly Item[]): number
}

export function createQueue<Item>(capacity: number): Queue<Item> {
  const ring: (Item | undefined)[] = []
  let head = 0
  let size = 0
  return {
    get size() {
      return size
    },
    add(item) {
      if (size === capacity) return false
      ring[(head + size) % capacity] = item
      size += 1
      return true
    },
    take(most) {
      const taken: Item[] = []
      while (taken.length < most && size > 0) {
        taken.push(ring[head] as Item)
        ring[head] = undefined
        head = (head + 1) % capacity
        size -= 1
      }
      return taken
    },
    putBack(items) {
      let lost = 0
      for (const item of [...items].reverse()) {
        if (size === capacity) lost += 1
        else {
          head = (head + capacity - 1) % capacity
          ring[head] = item
          size += 1
        }
      }
      return lost
    },
  }
}
