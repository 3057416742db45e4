import { describe, expect, it } from 'vitest'
import { adviceOn, ageText, queueWords } from './health-messages.ts'

describe('ages', () => {
  it.each([
    [-3_000, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [172_799_999, '47 h'],
    [172_800_000, '2 days'],
  ])('%i ms are %s', (ms, words) => {
    expect(ageText(ms)).toBe(words)
  })
})

describe('health', () => {
  it('has advice for each check, and a name for each queue', () => {
    for (const name of ['database', 'workers', 'queues', 'people']) expect(adviceOn(name)).toMatch(/\.$/)
    for (const name of [
      'callbacks',
      'orders',
      'refunds',
      'deliveries',
      'failed callbacks',
      'failed deliveries',
      'orders in review',
    ])
      expect(queueWords(name).title).not.toBe(name)
    expect(queueWords('parcels')).toEqual({ title: 'parcels', says: '' })
    expect(adviceOn('valueOf')).toBeUndefined()
  })
})
