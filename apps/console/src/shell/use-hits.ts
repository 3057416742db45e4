import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { consoleApi } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'

/** Shorter texts are not searched. */
const MIN_SEARCH_LENGTH = 3
const DEBOUNCE_MS = 200

/** The records that a text identifies. */
export function useHits(typed: string) {
  const [q, setQ] = useState('')
  const text = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const enabled = q.length >= MIN_SEARCH_LENGTH && text.length >= MIN_SEARCH_LENGTH
  const { data } = useQuery({
    queryKey: queryKeys.search(q),
    queryFn: ({ signal }) => consoleApi('GET /search', { query: { q }, signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { hits: enabled ? (data?.hits ?? []) : [], isDone: q === text && (!enabled || data !== undefined) }
}
