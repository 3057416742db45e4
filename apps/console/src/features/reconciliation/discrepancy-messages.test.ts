import { describe, expect, it } from 'vitest'
import { byWeight, KINDS, labelOf, readSaid } from './discrepancy-messages.ts'

describe('what a side says', () => {
  it.each([
    ['PENDING', { state: 'PENDING' }],
    ['49900 paise', { amount: 49_900 }],
    ['CONFIRMED, 10000 paise', { state: 'CONFIRMED', amount: 10_000 }],
    ['not known', { words: 'not known' }],
    ['no answer', { words: 'no answer' }],
    ['ON_HOLD', { words: 'ON_HOLD' }],
    ['HOLD', { words: 'HOLD' }],
    ['', { words: '' }],
  ])('%j is taken apart', (text, said) => {
    expect(readSaid(text)).toEqual(said)
  })
})

it('has words for every kind, each once', () => {
  expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(7)
  expect(labelOf('amount')).toBe('Another amount')
})

it('shows first what costs money, and what can be repaired before what cannot', () => {
  const row = (kind: (typeof KINDS)[number]['kind'], repairable: boolean) => ({
    merchantOrderId: `${kind} ${repairable}`,
    kind,
    ours: '',
    theirs: '',
    explains: '',
    repairable,
  })
  const rows = [row('unreadable', false), row('missing-here', false), row('missing-here', true), row('amount', false)]
  expect(byWeight(rows).map(({ merchantOrderId }) => merchantOrderId)).toEqual([
    'amount false',
    'missing-here true',
    'missing-here false',
    'unreadable false',
  ])
})
