import { expect, it } from 'vitest'
import { movedText } from './moved-text.ts'

it.each([
  [0, 'The same as this machine’s'],
  [4_999, 'The same as this machine’s'],
  [-4_999, 'The same as this machine’s'],
  [61_000, '1 min 1 s ahead of this machine'],
  [-7_200_000, '2 h behind this machine'],
  [2 * 86_400_000 + 3_600_000 + 60_000, '2 days 1 h ahead of this machine'],
])('%i ms is %j', (away, text) => {
  expect(movedText(1_700_000_000_000 + away, 1_700_000_000_000)).toBe(text)
})
