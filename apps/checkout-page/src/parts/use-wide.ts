import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 800px)'

/** True where the bill stands beside the steps; the same width as in layout.css. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE).matches,
  )
}
