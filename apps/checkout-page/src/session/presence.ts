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
      document.addEventListener('visibilitychange', changed)
      for (const name of ['online', 'offline', 'pageshow']) window.addEventListener(name, changed)
      return () => {
        document.removeEventListener('visibilitychange', changed)
        for (const name of ['online', 'offline', 'pageshow']) window.removeEventListener(name, changed)
      }
    },
  }
}
