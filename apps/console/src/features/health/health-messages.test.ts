import { describe, expect, it } from 'vitest'
import { ageText, checkAdvice, queueLabel } from './health-messages.ts'

describe('ageText', () => {
  it.each([
    [-3_000, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [172_799_999, '47 h'],
    [172_800_000, '2 days'],
  ])('formats %i ms as %s', (ms, text) => {
    expect(ageText(ms)).toBe(text)
  })
})

it('has advice for each check and a label for each queue', () => {
  for (const name of ['database', 'workers', 'queues', 'subscriptions', 'people'])
    expect(checkAdvice(name)).toMatch(/\.$/)
  for (const name of [
    'callbacks',
    'orders',
    'refunds',
    'deliveries',
    'failed callbacks',
    'failed deliveries',
    'unclaimed deliveries',
    'orders in review',
    'refunds in review',
  ])
    expect(queueLabel(name).title).not.toBe(name)
  expect(queueLabel('parcels')).toEqual({ title: 'parcels', text: '' })
  expect(checkAdvice('valueOf')).toBeUndefined()
})
