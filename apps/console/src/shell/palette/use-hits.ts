import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'

/** Fewer characters are no id. */
const LEAST = 3
/** So long after the last key the books are asked. Milliseconds. */
const PAUSE_MS = 200

/** What the books know by an id that begins to look like one. */
export function useHits(typed: string) {
  const [q, setQ] = useState('')
  const words = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setQ(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const asks = q.length >= LEAST && words.length >= LEAST
  const { data } = useQuery({
    queryKey: keys.search(q),
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  return { hits: asks ? (data?.hits ?? []) : [], settled: q === words && (!asks || data !== undefined) }
}
