import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { catchUp, flatten, pagesToRead, type ReadPages, refreshAll, refreshList, withPage } from './keyset-list.ts'

interface Row {
  id: string
  state?: string
}

const idOf = ({ id }: Row) => id
const rows = (ids: string): Row[] => [...ids].map((id) => ({ id }))
const list = (...pages: string[]): ReadPages<Row> => ({
  pages: pages.map((ids, at) => ({ rows: rows(ids), ...(at < pages.length - 1 ? { next: `after ${ids}` } : {}) })),
  pageParams: pages.map((_, at) => (at === 0 ? undefined : `after ${pages[at - 1]}`)),
})
const shown = (pages: ReadPages<Row>) =>
  flatten(pages, idOf)
    .map(({ id }) => id)
    .join('')

describe('a list of pages', () => {
  it('shows a row that moved between two reads once', () => {
    expect(shown(list('abc', 'cde'))).toBe('abcde')
  })

  it('reads again the first page, and those on which something changed', () => {
    expect(pagesToRead(list('abc', 'def', 'ghi'), new Set(['h']), idOf)).toEqual([0, 2])
    expect(pagesToRead(list('abc', 'def'), new Set(['new']), idOf)).toEqual([0])
  })

  it('keeps what new rows push over the end of the first page', () => {
    const grown = withPage(list('cde', 'fgh'), 0, { rows: rows('abc'), next: 'after abc' }, idOf)
    expect(shown(grown)).toBe('abcdefgh')
  })

  it('drops what left the first page', () => {
    expect(shown(withPage(list('abcd', 'ef'), 0, { rows: rows('acd'), next: 'x' }, idOf))).toBe('acdef')
  })

  it('begins anew when the first page has nothing in common with itself', () => {
    const anew = withPage(list('def', 'ghi'), 0, { rows: rows('xyz'), next: 'after xyz' }, idOf)
    expect([shown(anew), anew.pageParams]).toEqual(['xyz', [undefined]])
  })

  it('takes a later page as it is now', () => {
    const fresh = { rows: [{ id: 'd', state: 'PAID' }, { id: 'f' }] }
    const changed = withPage(list('abc', 'def'), 1, fresh, idOf)
    expect(flatten(changed, idOf).slice(3)).toEqual(fresh.rows)
  })

  it('ends where its only page ends now', () => {
    const ended = withPage(list('ab'), 0, { rows: rows('b') }, idOf)
    expect(ended.pages).toEqual([{ rows: rows('b') }])
  })
})

interface VersionedRow {
  id: string
  version: number
}

const versionedIdOf = ({ id }: VersionedRow) => id
const KEY = ['orders', { state: 'OPEN' }]
const clients: QueryClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
})

/** Books of twenty pages with two rows each, and a list that was scrolled down by so many pages. */
async function scrolled(pages: number) {
  const client = new QueryClient()
  clients.push(client)
  const books = { version: 1 }
  const asked: string[] = []
  const read = async ({ after = '0' }: { after?: string | undefined }) => {
    asked.push(after)
    const page = Number(after)
    const rows: VersionedRow[] = [0, 1].map((row) => ({ id: `o-${page * 2 + row}`, version: books.version }))
    return { rows, ...(page < 19 ? { next: String(page + 1) } : {}) }
  }
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: ({ pageParam }) => read({ after: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { read, idOf: versionedIdOf },
  })
  const leave = observer.subscribe(() => {})
  await observer.refetch()
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage()
  asked.length = 0
  const shown = () => (client.getQueryData(KEY) as ReadPages<VersionedRow>).pages
  return { client, books, asked, leave, shown }
}

it('reads again the first page and the one with the row, and no other', async () => {
  const { client, books, asked, shown } = await scrolled(5)
  books.version = 2
  await refreshList(client, 'orders', new Set(['o-7']))
  expect(asked).toEqual(['0', '3'])
  expect(shown().map(({ rows }) => rows[0]?.version)).toEqual([2, 1, 1, 2, 1])
})

it('leaves a list alone that nobody looks at, and reads what changed when somebody does', async () => {
  const { client, books, asked, leave, shown } = await scrolled(5)
  leave()
  books.version = 2
  await refreshList(client, 'orders', new Set(['o-2']))
  await refreshList(client, 'orders', new Set(['o-9']))
  expect(asked).toEqual([])
  await catchUp(client, KEY)
  expect(asked).toEqual(['0', '1', '4'])
  expect(shown().map(({ rows }) => rows[0]?.version)).toEqual([2, 2, 1, 1, 2])
  await catchUp(client, KEY)
  expect(asked).toHaveLength(3)
})

it('after a gap reads all of a short list, and of a long one its beginning', async () => {
  const short = await scrolled(3)
  refreshAll(short.client)
  await expect.poll(() => short.asked).toEqual(['0', '1', '2'])
  const long = await scrolled(15)
  refreshAll(long.client)
  await expect.poll(() => long.asked).toEqual(['0'])
  expect(long.shown()).toHaveLength(1)
})
