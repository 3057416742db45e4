import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import type { Span } from './spans.ts'

/** The sums of a span. The former ones stay while others are added up. */
export function useOverview({ fromMs, toMs }: Span) {
  const query = { fromMs: String(fromMs), toMs: String(toMs) }
  return useQuery({
    queryKey: keys.overview(query),
    queryFn: ({ signal }) => call('GET /overview', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Whether the books hold any order at all; asked only when the span holds none. */
export function useAnyOrder(ask: boolean) {
  return useQuery({
    queryKey: keys.overview({ any: 'order' }),
    queryFn: async ({ signal }) => {
      const { rows } = await call('GET /orders', { query: { limit: '1' }, signal })
      return rows.length > 0
    },
    enabled: ask,
  })
}
