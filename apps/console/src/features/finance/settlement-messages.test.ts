import { describe, expect, it } from 'vitest'
import { bankDaysText, findingTitle, isOfAnotherAccount, linesText } from './settlement-messages.ts'

const ages = [0, 2, 5].map((minBankDays) => ({ minBankDays, count: 0, amount: 0 as never }))

describe('settlement messages', () => {
  it('name an age by its bank days', () => {
    expect(ages.map((_, at) => bankDaysText(ages, at))).toEqual([
      'under 2 bank days',
      '2 to 4 bank days',
      '5 bank days or more',
    ])
  })

  it('name a finding, also one of a newer gateway by its kind', () => {
    const finding = { amount: 1 as never, sinceMs: 1 }
    expect(findingTitle({ ...finding, kind: 'not-settled' })).toBe(
      'A payment is in no settlement of the imported reports',
    )
    expect(findingTitle({ ...finding, kind: 'constructor' as never })).toBe('constructor')
  })

  it('count the rows of reports', () => {
    expect([0, 1, 2].map((lines) => linesText({ lines } as never))).toEqual(['no report', '1 row', '2 rows'])
  })

  it('ask about the account of a statement that has no settlement of its days', () => {
    const found = (stored: number, known: number, missing: number) =>
      isOfAnotherAccount({ stored, known, comparison: { missing: Array.from({ length: missing }) } } as never)
    expect([found(0, 0, 1), found(1, 0, 1), found(0, 1, 1), found(0, 0, 0)]).toEqual([true, false, false, false])
  })
})
