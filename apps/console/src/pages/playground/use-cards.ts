import { useQuery } from '@tanstack/react-query'
import { control } from '../../api/control.ts'
import { keys } from '../../api/query-keys.ts'

/** The sandbox's cards and its key: they are the same for as long as it runs. */
export function useCards() {
  return useQuery({
    queryKey: keys.sandbox('cards'),
    queryFn: () => control('GET /cards'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
