import { hashKey, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { catchUp, type ReadPage } from './list-refresh.ts'
import { flatten, type ReadPages } from './pages.ts'

export interface KeysetList<Row> {
  /** Undefined until the first page has come. */
  rows: Row[] | undefined
  hasMore: boolean
  loadingMore: boolean
  /** The filters changed and their rows are not here yet: the former ones are still shown. */
  outdated: boolean
  error: Error | null
  loadMore(): void
  retry(): void
}

/** A list of the books that grows by keyset pages and stays fresh row by row. `key` names the list and its filters. */
export function useKeysetList<Row>(
  key: readonly unknown[],
  read: ReadPage<Row>,
  idOf: (row: Row) => string,
): KeysetList<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ after: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // A hundred thousand rows are not compared one by one whenever one of them changes.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { read, idOf },
  })
  const client = useQueryClient()
  const name = hashKey(key)
  // What changed while nobody looked. A key of the same name is the same key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void catchUp(client, key), [client, name])
  const { data } = query
  // idOf is a plain function of the row: a new one says the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const rows = useMemo(() => data && flatten(data as ReadPages<Row>, idOf), [data])
  return {
    rows,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    outdated: query.isPlaceholderData,
    error: query.error,
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}
