import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { catchUp, refreshAll, refreshList } from './list-refresh.ts'
import type { ReadPages } from './pages.ts'

interface Row {
  id: string
  version: number
}

const idOf = ({ id }: Row) => id
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
    const rows: Row[] = [0, 1].map((row) => ({ id: `o-${page * 2 + row}`, version: books.version }))
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
  const leave = observer.subscribe(() => {})
  await observer.refetch()
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage()
  asked.length = 0
  const shown = () => (client.getQueryData(KEY) as ReadPages<Row>).pages
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
