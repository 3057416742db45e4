import { expect, it } from 'vitest'
import { chooseTests } from './choose-tests.mjs'

const durations = { 'a.test.ts': 5_000, 'b.test.ts': 1_000, 'c.test.ts': 2_000 }
const affected = Object.keys(durations)
const choose = (budgetMs: number, changed: readonly string[] = [], files: readonly string[] = affected) =>
  chooseTests({ affected: files, changed: new Set(changed), durations, budgetMs })

it('runs every affected file that fits', () => expect(choose(8_000)).toHaveLength(3))

it('prefers the shortest files', () => expect(choose(3_500)).toEqual(['b.test.ts', 'c.test.ts']))

it('runs a changed test file even when it alone exceeds the budget', () => {
  expect(choose(4_000, ['a.test.ts'])).toEqual(['a.test.ts'])
})

it('runs no unchanged file after a changed one has used up the budget', () => {
  expect(choose(6_000, ['a.test.ts'])).toEqual(['a.test.ts', 'b.test.ts'])
})

it('counts a file that never ran as three seconds', () => {
  expect(choose(3_000, [], ['new.test.ts', 'a.test.ts'])).toEqual(['new.test.ts'])
  expect(choose(2_999, [], ['new.test.ts'])).toEqual([])
})
