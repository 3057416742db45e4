/** A binary heap: the smallest is on top. */
export interface Heap<T> {
  push(value: T): void
  peek(): T | undefined
  pop(): T | undefined
  clear(): void
}

export function createHeap<T>(compare: (a: T, b: T) => number): Heap<T> {
  let items: T[] = []
  const before = (a: number, b: number): boolean => compare(items[a] as T, items[b] as T) < 0
  const swap = (a: number, b: number): void => {
    const kept = items[a] as T
    items[a] = items[b] as T
    items[b] = kept
  }
  return {
    push(value) {
      let at = items.push(value) - 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!before(at, parent)) break
        swap(at, parent)
        at = parent
      }
    },
    peek: () => items[0],
    pop() {
      const top = items[0]
      const last = items.pop()
      if (items.length === 0 || last === undefined) return top
      items[0] = last
      for (let at = 0; ; ) {
        const left = 2 * at + 1
        const right = left + 1
        let least = at
        if (left < items.length && before(left, least)) least = left
        if (right < items.length && before(right, least)) least = right
        if (least === at) return top
        swap(at, least)
        at = least
      }
    },
    clear() {
      items = []
    },
  }
}
