import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import {
  catchUp,
  missAnything,
  pagesToRead,
  type ReadPages,
  refreshAll,
  refreshList,
  replacePage,
  uniqueRows,
} from './keyset-list.ts'

interface Row {
  id: string
  state?: string
  version?: number
}

const idOf = ({ id }: Row) => id
const rows = (ids: string): Row[] => [...ids].map((id) => ({ id }))
const list = (...pages: string[]): ReadPages<Row> => ({
  pages: pages.map((ids, at) => ({ rows: rows(ids), ...(at < pages.length - 1 ? { next: `after ${ids}` } : {}) })),
  pageParams: pages.map((_, at) => (at === 0 ? undefined : `after ${pages[at - 1]}`)),
})
const shown = (pages: ReadPages<Row>) =>
  uniqueRows(pages, idOf)
    .map(({ id }) => id)
    .join('')

describe('pages of a list', () => {
  it('show a row once that moved between two reads', () => {
    expect(shown(list('abc', 'cde'))).toBe('abcde')
  })

  it('are refreshed where a row changed, and at the start', () => {
    expect(pagesToRead(list('abc', 'def', 'ghi'), new Set(['h']), idOf)).toEqual([0, 2])
    expect(pagesToRead(list('abc', 'def'), new Set(['new']), idOf)).toEqual([0])
  })

  it('keep the rows that new rows push off the end of the first page', () => {
    const grown = replacePage(list('cde', 'fgh'), 0, { rows: rows('abc'), next: 'after abc' }, idOf)
    expect(shown(grown)).toBe('abcdefgh')
  })

  it('drop a row that left the first page', () => {
    expect(shown(replacePage(list('abcd', 'ef'), 0, { rows: rows('acd'), next: 'x' }, idOf))).toBe('acdef')
  })

  it('are reduced to the first one when it has no row in common with its last read', () => {
    const reset = replacePage(list('def', 'ghi'), 0, { rows: rows('xyz'), next: 'after xyz' }, idOf)
    expect([shown(reset), reset.pageParams]).toEqual(['xyz', [undefined]])
  })

  it('take a later page as it was read last', () => {
    const fresh = { rows: [{ id: 'd', state: 'PAID' }, { id: 'f' }] }
    const changed = replacePage(list('abc', 'def'), 1, fresh, idOf)
    expect(uniqueRows(changed, idOf).slice(3)).toEqual(fresh.rows)
  })

  it('end where the only page ends', () => {
    const ended = replacePage(list('ab'), 0, { rows: rows('b') }, idOf)
    expect(ended.pages).toEqual([{ rows: rows('b') }])
  })
})

const KEY = ['orders', { state: 'OPEN' }]
const clients: QueryClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
})

/** A server with twenty pages of two rows each, and a list of which the given number of pages is loaded. */
async function scrolled(pages: number) {
  const client = new QueryClient()
  clients.push(client)
  const server = { version: 1 }
  const requested: string[] = []
  const read = async ({ after = '0' }: { after?: string | undefined }) => {
    requested.push(after)
    const page = Number(after)
    const rows: Row[] = [0, 1].map((row) => ({ id: `o-${page * 2 + row}`, version: server.version }))
    return { rows, ...(page < 19 ? { next: String(page + 1) } : {}) }
  }
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: ({ pageParam }) => read({ after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { read, idOf },
  })
  const unmount = observer.subscribe(() => {})
  await observer.refetch()
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage()
  requested.length = 0
  const loaded = () => (client.getQueryData(KEY) as ReadPages<Row>).pages
  return { client, server, requested, unmount, loaded }
}

describe('a mounted list', () => {
  it('reads the first page and the page with the changed row, and no other', async () => {
    const { client, server, requested, loaded } = await scrolled(5)
    server.version = 2
    await refreshList(client, 'orders', new Set(['o-7']))
    expect(requested).toEqual(['0', '3'])
    expect(loaded().map(({ rows }) => rows[0]?.version)).toEqual([2, 1, 1, 2, 1])
  })

  it('reads all pages of a short list after an interruption, and the first page of a long one', async () => {
    const short = await scrolled(3)
    refreshAll(short.client)
    await expect.poll(() => short.requested).toEqual(['0', '1', '2'])
    const long = await scrolled(15)
    refreshAll(long.client)
    await expect.poll(() => long.requested).toEqual(['0'])
    expect(long.loaded()).toHaveLength(1)
  })
})

it('reads a list without live events again when it is shown again, and not while it is first read', async () => {
  const { client, server, requested, unmount, loaded } = await scrolled(2)
  unmount()
  server.version = 2
  missAnything(client, KEY)
  await catchUp(client, KEY)
  expect(requested).toEqual(['0', '1'])
  expect(loaded().map(({ rows }) => rows[0]?.version)).toEqual([2, 2])
  const another = new QueryClient()
  missAnything(another, KEY)
  await catchUp(another, KEY)
  expect(another.getQueryData(KEY)).toBeUndefined()
})

it('reads what changed in an unmounted list when it is mounted again', async () => {
  const { client, server, requested, unmount, loaded } = await scrolled(5)
  unmount()
  server.version = 2
  await refreshList(client, 'orders', new Set(['o-2']))
  await refreshList(client, 'orders', new Set(['o-9']))
  expect(requested).toEqual([])
  await catchUp(client, KEY)
  expect(requested).toEqual(['0', '1', '4'])
  expect(loaded().map(({ rows }) => rows[0]?.version)).toEqual([2, 2, 1, 1, 2])
  await catchUp(client, KEY)
  expect(requested).toHaveLength(3)
})
