import { expect, it } from 'vitest'
import { movedBy } from './data-table.tsx'

const same = (row: string) => row

it('tells by how many rows the reader was pushed down', () => {
  expect(movedBy([...'abcdef'], [...'xyabcdef'], 3, same)).toBe(2)
  expect(movedBy([...'abcdef'], [...'abcdefgh'], 3, same)).toBe(0)
})

it('moves nothing when the row is gone, or another list was read', () => {
  expect(movedBy([...'abcdef'], [...'abcef'], 3, same)).toBe(0)
  expect(movedBy([...'abcdef'], [...'uvwxyz'], 3, same)).toBe(0)
  expect(movedBy([], [...'abc'], 3, same)).toBe(0)
})
