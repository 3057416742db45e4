import { expect, it } from 'vitest'
import { dayRange } from './filters.tsx'

it('includes the first and the last day in full, in Indian time', () => {
  expect(dayRange({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
    fromMs: String(Date.parse('2026-11-21T00:00:00+05:30')),
    toMs: String(Date.parse('2026-11-22T00:00:00+05:30')),
  })
})

it('leaves out what is not a date', () => {
  expect(dayRange({})).toEqual({})
  expect(dayRange({ from: 'yesterday', to: '' })).toEqual({})
})
