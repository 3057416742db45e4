import { describe, expect, it } from 'vitest'
import { middleOut, rupeesText, shortAmount } from '../i18n/format.ts'

import { markOf } from '../i18n/terms.ts'

describe('amounts', () => {
  it('are short where only their size matters', () => {
    expect([5_000, 1_250_00, 2_50_000_00, 12_000_00_000_00].map(shortAmount)).toEqual([
      '₹50',
      '₹1.3k',
      '₹2.5 L',
      '₹120 Cr',
    ])
  })

  it('stand in a field as a person would type them', () => {
    expect([49_900, 49_950, 5, 100_000].map(rupeesText)).toEqual(['499', '499.50', '0.05', '1000'])
  })
})

it('shows both ends of a long id', () => {
  expect(middleOut('o-0123456789abcdef', 11)).toBe('o-012…bcdef')
  expect(middleOut('o-1', 11)).toBe('o-1')
})

it('never shows a state that is not known as a success', () => {
  expect(markOf('order', 'constructor')).toEqual({ word: 'constructor', tone: 'neutral', shape: 'doubt' })
})
