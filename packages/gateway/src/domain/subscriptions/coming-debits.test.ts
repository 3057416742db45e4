import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { type ComingFacts, comingDebits } from './coming-debits.ts'

const inIndia = (day: string, time = '00:00') => Date.parse(`${day}T${time}:00+05:30`)
const NOW = inIndia('2027-02-01', '12:00')

const facts = (more: Partial<ComingFacts> = {}, record: Partial<ComingFacts['subscription']> = {}): ComingFacts => ({
  subscription: {
    state: 'ACTIVE',
    amount: 19_900 as Paise,
    frequency: 'MONTHLY',
    startsOn: '2027-01-10',
    ...record,
  },
  mandate: { state: 'ACTIVE', maxAmount: 19_900 as Paise },
  carried: 0,
  cycle: { number: 1, amount: 19_900 as Paise, outcome: 'PAID' },
  nextActionAtMs: inIndia('2027-02-08', '12:00'),
  ...more,
})

/** The first planned debits as `2027-02-10 19900`. */
function plan(of: ComingFacts, count = 2): string[] {
  const found: string[] = []
  for (const { atMs, amount } of comingDebits(of, NOW)) {
    found.push(`${new Date(atMs + 19_800_000).toISOString().slice(0, 16).replace('T', ' ')} ${amount}`)
    if (found.length === count) break
  }
  return found
}

describe('the planned debits', () => {
  it('of a paid subscription are on the first days of its next periods', () => {
    expect(plan(facts())).toEqual(['2027-02-10 00:00 19900', '2027-03-10 00:00 19900'])
  })

  it('of a daily plan are one a day, and the first one is after a notice of a day', () => {
    const daily = facts({ cycle: { number: 22, amount: 19_900 as Paise, outcome: 'PAID' } }, { frequency: 'DAILY' })
    expect(plan(daily, 3)).toEqual(['2027-02-02 13:01 19900', '2027-02-03 00:00 19900', '2027-02-04 00:00 19900'])
  })

  it('of an announced debit are where the next step is', () => {
    const debit = { state: 'PENDING', isFulfilled: false } as const
    const cycle = { number: 2, amount: 14_900 as Paise }
    const nextActionAtMs = inIndia('2027-02-12', '22:00')
    expect(plan(facts({ cycle, debit, nextActionAtMs }))).toEqual(['2027-02-12 22:00 14900', '2027-03-10 00:00 19900'])
  })

  it('of an order whose announcement is not confirmed are a day after the order was sent', () => {
    const debit = { state: 'CREATED', unconfirmedSinceMs: inIndia('2027-02-09', '22:00'), isFulfilled: false } as const
    const cycle = { number: 2, amount: 14_900 as Paise }
    expect(plan(facts({ cycle, debit }), 1)).toEqual(['2027-02-10 22:00 14900'])
  })

  it('of a failed debit follow the next announcement by a day, outside of the peak hours', () => {
    const debit = { state: 'FAILED', isFulfilled: false } as const
    const cycle = { number: 1, amount: 19_900 as Paise }
    const nextActionAtMs = inIndia('2027-02-02', '11:00')
    expect(plan(facts({ cycle, debit, nextActionAtMs }, { state: 'PAST_DUE' }), 1)).toEqual(['2027-02-03 13:01 19900'])
  })

  it('take a credit, and leave a cycle out that costs nothing', () => {
    expect(plan(facts({ carried: -5_000 }))).toEqual(['2027-02-10 00:00 14900', '2027-03-10 00:00 19900'])
    expect(plan(facts({ carried: -20_000 }), 1)).toEqual(['2027-03-10 00:00 19800'])
  })

  it('end with the last cycle, and with a cancellation', () => {
    expect(plan(facts({}, { cycles: 2 }))).toEqual(['2027-02-10 00:00 19900'])
    expect(plan(facts({}, { cancel: { at: 'cycle-end', sinceMs: NOW } }))).toEqual([])
  })

  it('have no announced debit after a cancellation', () => {
    const announced = {
      cycle: { number: 2, amount: 19_900 as Paise },
      debit: { state: 'PENDING', isFulfilled: false },
    } as const
    expect(plan(facts(announced, { cancel: { at: 'cycle-end', sinceMs: NOW } }))).toEqual([])
  })

  it('are none under a mandate that has ended', () => {
    expect(plan(facts({ mandate: { state: 'REVOKED', maxAmount: 19_900 as Paise } }))).toEqual([])
  })

  it.each(['CREATED', 'PAUSED', 'HALTED', 'CANCELLED', 'COMPLETED', 'EXPIRED'] as const)(
    'are none while it is %s',
    (state) => {
      expect(plan(facts({}, { state }))).toEqual([])
    },
  )

  it('leave a skipped cycle out', () => {
    const cycle = { number: 2, amount: 19_900 as Paise, isSkipped: true }
    expect(plan(facts({ cycle }), 1)).toEqual(['2027-03-10 00:00 19900'])
  })
})
