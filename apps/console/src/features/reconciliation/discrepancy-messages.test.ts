import { describe, expect, it } from 'vitest'
import { bySeverity, KINDS, kindLabel, parseSide } from './discrepancy-messages.ts'

describe('parseSide', () => {
  it.each([
    ['PENDING', { state: 'PENDING' }],
    ['49900 paise', { amount: 49_900 }],
    ['CONFIRMED, 10000 paise', { state: 'CONFIRMED', amount: 10_000 }],
    ['not known', { text: 'not known' }],
    ['no answer', { text: 'no answer' }],
    ['ON_HOLD', { text: 'ON_HOLD' }],
    ['HOLD', { text: 'HOLD' }],
    ['', { text: '' }],
  ])('parses %j', (text, value) => {
    expect(parseSide(text)).toEqual(value)
  })
})

it('has a label for every kind', () => {
  expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(7)
  expect(kindLabel('amount')).toBe('Amount differs')
})

it('sorts discrepancies by severity, and repairable ones before others of the same kind', () => {
  const row = (kind: (typeof KINDS)[number]['kind'], repairable: boolean) => ({
    merchantOrderId: `${kind} ${repairable}`,
    kind,
    ours: '',
    theirs: '',
    explains: '',
    repairable,
  })
  const rows = [row('unreadable', false), row('missing-here', false), row('missing-here', true), row('amount', false)]
  expect(bySeverity(rows).map(({ merchantOrderId }) => merchantOrderId)).toEqual([
    'amount false',
    'missing-here true',
    'missing-here false',
    'unreadable false',
  ])
})
