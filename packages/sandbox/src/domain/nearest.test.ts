import { expect, test } from 'vitest'
import { didYouMean } from './nearest.ts'

const NAMES = ['callbacks', 'credentials', 'clock', 'tokenLifeSec', 'seed']

test.each([
  ['callback', 'callbacks'],
  ['Callbacks', 'callbacks'],
  ['tokenLifeSecs', 'tokenLifeSec'],
  ['tokenLifetimeSec', 'tokenLifeSec'],
  ['credential', 'credentials'],
])('%s suggests %s', (word, expected) => expect(didYouMean(word, NAMES)).toBe(`; did you mean "${expected}"?`))

test.each(['zzzzzz', '', 'x'])('%j suggests nothing', (word) => expect(didYouMean(word, NAMES)).toBe(''))

test('without words there is nothing to suggest', () => expect(didYouMean('seed', [])).toBe(''))
