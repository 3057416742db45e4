import { expect, it } from 'vitest'
import { spanOf } from './filters.tsx'

it('both days count whole, by Indian time', () => {
  expect(spanOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
    fromMs: String(Date.parse('2026-11-21T00:00:00+05:30')),
    toMs: String(Date.parse('2026-11-22T00:00:00+05:30')),
  })
})

it('what is no day is left out', () => {
  expect(spanOf({})).toEqual({})
  expect(spanOf({ from: 'yesterday', to: '' })).toEqual({})
})
