import type { LiveEvent } from '@galla/contract/books/live-events'

/** What changed in this process's books, told after it was committed. Nothing depends on it: it saves a reader from asking. */
export interface Events {
  emit(event: LiveEvent): void
  /** Returns the way to stop listening. */
  subscribe(listener: (event: LiveEvent) => void): () => void
}

export function createEvents(): Events {
  const listeners = new Set<(event: LiveEvent) => void>()
  return {
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
