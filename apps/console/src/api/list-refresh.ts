import type { Query, QueryClient } from '@tanstack/react-query'
import { pagesToRead, type ReadPages, withPage } from './pages.ts'

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
