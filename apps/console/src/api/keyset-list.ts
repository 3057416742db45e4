import {
  hashKey,
  keepPreviousData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

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

export type ReadPage<Row> = (asked: { after?: string | undefined; signal?: AbortSignal }) => Promise<{
  rows: Row[]
  next?: string
}>

/** What `useKeysetList` leaves with its query. */
interface ListMeta {
  read?: ReadPage<unknown>
  idOf?: (row: unknown) => string
}

/** After a gap nobody knows what changed. So many pages are read again; of more, the first alone, and the rest when it is reached. */
const MOST_PAGES = 10

/** What changed in lists that nobody looks at: it is read when somebody does. */
const missed = new WeakMap<Query, Set<string> | 'anything'>()

const isList = (query: Query): boolean => (query.meta as ListMeta | undefined)?.read !== undefined

/** Rows of a list changed: reads again the pages on which they stand, and the first, where a new one would. */
export async function refreshList(client: QueryClient, list: string, changed: ReadonlySet<string>): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: [list], predicate: isList })
  await Promise.all(
    queries.map((query) => (query.isActive() ? readAgain(client, query, changed) : remember(query, changed))),
  )
}

/** The line was broken: everything may be old. */
export function refreshAll(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => !isList(query) })
  for (const query of client.getQueryCache().findAll({ predicate: isList })) {
    if (query.isActive()) void readAnew(client, query)
    else missed.set(query, 'anything')
  }
}

/** Somebody looks at a list again. */
export async function catchUp(client: QueryClient, key: readonly unknown[]): Promise<void> {
  const query = client.getQueryCache().find({ queryKey: key, exact: true })
  const changed = query && missed.get(query)
  if (!query || changed === undefined) return
  missed.delete(query)
  await (changed === 'anything' ? readAnew(client, query) : readAgain(client, query, changed))
}

function remember(query: Query, changed: ReadonlySet<string>): void {
  const before = missed.get(query)
  if (before !== 'anything') missed.set(query, new Set([...(before ?? []), ...changed]))
}

async function readAgain(client: QueryClient, query: Query, changed: ReadonlySet<string>): Promise<void> {
  // A page under way would put back what it began with.
  if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  const { read, idOf } = query.meta as ListMeta
  const shown = query.state.data as ReadPages<unknown> | undefined
  if (!read || !idOf || !shown) return
  for (const at of pagesToRead(shown, changed, idOf)) {
    const fresh = await read({ after: shown.pageParams[at] }).catch(() => undefined)
    if (!fresh) continue
    client.setQueryData<ReadPages<unknown>>(query.queryKey, (now) => now && withPage(now, at, fresh, idOf))
  }
}

async function readAnew(client: QueryClient, query: Query): Promise<void> {
  const shown = query.state.data as ReadPages<unknown> | undefined
  if (shown && shown.pages.length > MOST_PAGES) {
    const first = { pages: shown.pages.slice(0, 1), pageParams: shown.pageParams.slice(0, 1) }
    client.setQueryData<ReadPages<unknown>>(query.queryKey, first)
  }
  await client.refetchQueries({ queryKey: query.queryKey, exact: true })
}

/** Pages of a list as they were read, each behind the cursor it was asked with; the first has none. */
export interface ReadPages<Row> {
  pages: { rows: Row[]; next?: string }[]
  pageParams: (string | undefined)[]
}

type IdOf<Row> = (row: Row) => string

/** All rows in order, each once: one that moved between two reads would else stand twice. */
export function flatten<Row>({ pages }: ReadPages<Row>, idOf: IdOf<Row>): Row[] {
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

/** Numbers of the pages to read again when these rows changed: where they stand, and the first, where a new one would. */
export function pagesToRead<Row>({ pages }: ReadPages<Row>, changed: ReadonlySet<string>, idOf: IdOf<Row>): number[] {
  return pages.flatMap(({ rows }, at) => (at === 0 || rows.some((row) => changed.has(idOf(row))) ? [at] : []))
}

/**
 * The list with one page read again. New rows push old ones over the first page's end, where the second page, behind its old
 * cursor, does not begin: those stay with the first. If all of it is new, what follows is unknown and is read when it is wanted.
 */
export function withPage<Row>(
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
