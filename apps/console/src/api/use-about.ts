import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

/** What this installation is. It does not change while it runs. */
export function useAbout() {
  return useQuery({
    queryKey: keys.about,
    queryFn: ({ signal }) => call('GET /about', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
