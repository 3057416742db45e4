/** Whether anybody looks at the page, and whether there is a network. */
export interface Presence {
  readonly here: boolean
  readonly online: boolean
  /** Calls back on every change, and when the page comes back from the browser's history. Returns the way to stop. */
  watch(changed: () => void): () => void
}

export function browserPresence(): Presence {
  return {
    get here() {
      return !document.hidden && navigator.onLine
    },
    get online() {
      return navigator.onLine
    },
    watch(changed) {
      const stop = new AbortController()
      const { signal } = stop
      // A page that the browser kept whole and shows again: its timers slept.
      const shownAgain = ({ persisted }: PageTransitionEvent) => {
        if (persisted) changed()
      }
      document.addEventListener('visibilitychange', changed, { signal })
      window.addEventListener('online', changed, { signal })
      window.addEventListener('offline', changed, { signal })
      window.addEventListener('pageshow', shownAgain, { signal })
      return () => stop.abort()
    },
  }
}
