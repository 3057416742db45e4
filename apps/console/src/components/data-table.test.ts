import { expect, it } from 'vitest'
import { endText, minimumWidth, rowsInsertedAbove } from './data-table.tsx'

const idOf = (row: string) => row

it('counts the rows at the end of a list only where they are many', () => {
  expect([1, 9, 10, 1_200].map(endText)).toEqual(['', '', 'All 10 shown.', 'All 1,200 shown.'])
})

it('counts the rows that were inserted above the first visible row', () => {
  expect(rowsInsertedAbove([...'abcdef'], [...'xyabcdef'], 3, idOf)).toBe(2)
  expect(rowsInsertedAbove([...'abcdef'], [...'abcdefgh'], 3, idOf)).toBe(0)
})

it('counts nothing when that row is gone or the list is another one', () => {
  expect(rowsInsertedAbove([...'abcdef'], [...'abcef'], 3, idOf)).toBe(0)
  expect(rowsInsertedAbove([...'abcdef'], [...'uvwxyz'], 3, idOf)).toBe(0)
  expect(rowsInsertedAbove([], [...'abc'], 3, idOf)).toBe(0)
})

it('adds the least widths of the columns and the gaps between them', () => {
  expect(minimumWidth([{ width: '8rem' }, { width: 'minmax(9.5rem, 1.2fr)' }])).toBe(19.5 * 16)
  expect(minimumWidth([{ width: 'minmax(0, 2fr)' }, {}])).toBe(11 * 16)
})
