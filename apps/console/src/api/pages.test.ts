import { describe, expect, it } from 'vitest'
import { flatten, pagesToRead, type ReadPages, withPage } from './pages.ts'

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
