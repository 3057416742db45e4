import { keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flatten, pagesToRead, type ReadPages, withPage } from './pages.ts'

type ReadPage<Row> = (asked: { after?: string | undefined; signal?: AbortSignal }) => Promise<{
  rows: Row[]
  next?: string
}>

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
    retry: () => void query.refetch(),
  }
}

/** Reads again only the pages on which something changed; lists that nobody looks at are read when somebody does. */
export async function refreshList(client: QueryClient, list: string, changed: ReadonlySet<string>): Promise<void> {
  for (const query of client.getQueryCache().findAll({ queryKey: [list] })) {
    const { read, idOf } = (query.meta ?? {}) as { read?: ReadPage<unknown>; idOf?: (row: unknown) => string }
    const shown = query.state.data as ReadPages<unknown> | undefined
    if (!read || !idOf || !shown || !query.isActive()) {
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      continue
    }
    for (const at of pagesToRead(shown, changed, idOf)) {
      const fresh = await read({ after: shown.pageParams[at] }).catch(() => undefined)
      if (!fresh) continue
      client.setQueryData<ReadPages<unknown>>(query.queryKey, (now) => now && withPage(now, at, fresh, idOf))
    }
  }
}
