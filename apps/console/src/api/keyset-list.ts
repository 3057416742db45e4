import {
  hashKey,
  keepPreviousData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { readAgain } from './read-again.ts'

export interface KeysetList<Row> {
  /** Undefined until the first page is loaded. */
  rows: Row[] | undefined
  hasMore: boolean
  loadingMore: boolean
  /** The filters changed and `rows` still are those of the previous filters. */
  outdated: boolean
  error: Error | null
  loadMore(): void
  retry(): void
}

type ReadPage<Row> = (request: { after?: string | undefined; signal?: AbortSignal }) => Promise<{
  rows: Row[]
  next?: string
}>

type IdOf<Row> = (row: Row) => string

/** A keyset-paginated list that live events refresh page by page; without them (`isLive`), it is read when it is shown. `key` contains the list's name and its filters. */
export function useKeysetList<Row>(
  key: readonly unknown[],
  read: ReadPage<Row>,
  idOf: (row: Row) => string,
  { isLive = true }: { isLive?: boolean } = {},
): KeysetList<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read({ after: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Comparing 100,000 rows for each change of one row is too slow.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { read, idOf },
  })
  const client = useQueryClient()
  const hash = hashKey(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is a new array on each render; its hash identifies it
  useEffect(() => {
    if (!isLive) missAnything(client, key)
    void catchUp(client, key)
  }, [client, hash, isLive])
  const { data } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: idOf depends on nothing but the row
  const rows = useMemo(() => data && uniqueRows(data as ReadPages<Row>, idOf), [data])
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

/** The `meta` that `useKeysetList` gives its query. */
interface ListMeta {
  read?: ReadPage<unknown>
  idOf?: IdOf<unknown>
}

const isList = (query: Query): boolean => (query.meta as ListMeta | undefined)?.read !== undefined

/** After an interruption up to this many pages are reloaded; of a longer list the first one, the rest on demand. */
const MAX_RELOADED_PAGES = 10

/** Changes in lists that no mounted component uses; they are read when one is mounted again. */
const missed = new WeakMap<Query, Set<string> | 'anything'>()

/** Refreshes a list after rows changed: the first page, where a new row appears, and the pages that contain the rows. */
export async function refreshList(client: QueryClient, list: string, changed: ReadonlySet<string>): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: [list], predicate: isList })
  await Promise.all(
    queries.map((query) => (query.isActive() ? refreshPages(client, query, changed) : remember(query, changed))),
  )
}

/** Refreshes everything after an interruption of the live events. */
export function refreshAll(client: QueryClient): void {
  readAgain(client, { predicate: (query) => !isList(query) })
  for (const query of client.getQueryCache().findAll({ predicate: isList })) {
    if (query.isActive()) void reload(client, query)
    else missed.set(query, 'anything')
  }
}

/** A list without live events may lack anything when it is shown again. */
export function missAnything(client: QueryClient, key: readonly unknown[]): void {
  const query = client.getQueryCache().find({ queryKey: key, exact: true })
  if (query?.state.data !== undefined && query.state.fetchStatus === 'idle') missed.set(query, 'anything')
}

/** Refreshes a list that is shown again with the changes it missed. */
export async function catchUp(client: QueryClient, key: readonly unknown[]): Promise<void> {
  const query = client.getQueryCache().find({ queryKey: key, exact: true })
  const changed = query && missed.get(query)
  if (!query || changed === undefined) return
  missed.delete(query)
  await (changed === 'anything' ? reload(client, query) : refreshPages(client, query, changed))
}

function remember(query: Query, changed: ReadonlySet<string>): void {
  const before = missed.get(query)
  if (before !== 'anything') missed.set(query, new Set([...(before ?? []), ...changed]))
}

async function refreshPages(client: QueryClient, query: Query, changed: ReadonlySet<string>): Promise<void> {
  // A fetch in flight would overwrite the refreshed pages with those it started from.
  if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  const { read, idOf } = query.meta as ListMeta
  const shown = query.state.data as ReadPages<unknown> | undefined
  if (!read || !idOf || !shown) return
  for (const at of pagesToRead(shown, changed, idOf)) {
    const fresh = await read({ after: shown.pageParams[at] }).catch(() => undefined)
    if (!fresh) continue
    client.setQueryData<ReadPages<unknown>>(query.queryKey, (now) => now && replacePage(now, at, fresh, idOf))
  }
}

async function reload(client: QueryClient, query: Query): Promise<void> {
  const shown = query.state.data as ReadPages<unknown> | undefined
  if (shown && shown.pages.length > MAX_RELOADED_PAGES) {
    const first = { pages: shown.pages.slice(0, 1), pageParams: shown.pageParams.slice(0, 1) }
    client.setQueryData<ReadPages<unknown>>(query.queryKey, first)
  }
  await client.refetchQueries({ queryKey: query.queryKey, exact: true })
}

/** The pages of a list, each with the cursor it was requested with; the first page has none. */
export interface ReadPages<Row> {
  pages: { rows: Row[]; next?: string }[]
  pageParams: (string | undefined)[]
}

/** All rows in order, without the duplicates of rows that moved to another page between two reads. */
export function uniqueRows<Row>({ pages }: ReadPages<Row>, idOf: IdOf<Row>): Row[] {
  const [only] = pages
  if (pages.length === 1 && only) return only.rows
  const seen = new Set<string>()
  const rows: Row[] = []
  for (const page of pages) {
    for (const row of page.rows) {
      const id = idOf(row)
      if (seen.has(id)) continue
      seen.add(id)
      rows.push(row)
    }
  }
  return rows
}

/** Indexes of the pages to read after rows changed: the first one and those that contain a changed row. */
export function pagesToRead<Row>({ pages }: ReadPages<Row>, changed: ReadonlySet<string>, idOf: IdOf<Row>): number[] {
  return pages.flatMap(({ rows }, at) => (at === 0 || rows.some((row) => changed.has(idOf(row))) ? [at] : []))
}

/**
 * The list with one page replaced. New rows push others off the end of the first page, and the second page still starts at
 * its old cursor: the first page keeps the rows in between. If the first page has only new rows, the pages after it are dropped
 * and read again on demand.
 */
export function replacePage<Row>(
  list: ReadPages<Row>,
  at: number,
  fresh: { rows: Row[]; next?: string },
  idOf: IdOf<Row>,
): ReadPages<Row> {
  const old = list.pages[at]
  if (!old || at > 0 || list.pages.length === 1) {
    return at === 0 && list.pages.length === 1
      ? { pages: [fresh], pageParams: [list.pageParams[0]] }
      : { ...list, pages: list.pages.map((page, index) => (index === at ? fresh : page)) }
  }
  const last = fresh.rows.at(-1)
  const end = last === undefined ? -1 : old.rows.findIndex((row) => idOf(row) === idOf(last))
  if (end < 0) return { pages: [fresh], pageParams: [list.pageParams[0]] }
  const known = new Set(fresh.rows.map(idOf))
  const pushed = old.rows.slice(end + 1).filter((row) => !known.has(idOf(row)))
  const first = { ...old, rows: [...fresh.rows, ...pushed] }
  return { ...list, pages: [first, ...list.pages.slice(1)] }
}
