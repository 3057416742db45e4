import { useSyncExternalStore } from 'react'

/** True while the window fits the query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Where tables become stacked rows. */
export const useNarrow = (): boolean => useMedia('(max-width: 47.99rem)')
