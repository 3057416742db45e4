import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { amountOfCycle, prorated } from './amounts.ts'

const paise = (value: number) => value as Paise

describe('amountOfCycle', () => {
  it('adds a surcharge to the price', () => {
    expect(amountOfCycle(paise(19_900), 5_000, paise(50_000))).toEqual({ amount: 24_900, carried: 0 })
  })

  it('leaves the part of a surcharge that the mandate does not permit to later cycles', () => {
    expect(amountOfCycle(paise(19_900), 40_000, paise(50_000))).toEqual({ amount: 50_000, carried: 9_900 })
  })

  it('takes a credit from the price', () => {
    expect(amountOfCycle(paise(19_900), -5_000, paise(50_000))).toEqual({ amount: 14_900, carried: 0 })
  })

  it('debits nothing for a price below one rupee, and carries the rest', () => {
    expect(amountOfCycle(paise(19_900), -30_000, paise(50_000))).toEqual({ amount: 0, carried: -10_100 })
    expect(amountOfCycle(paise(19_900), -19_850, paise(50_000))).toEqual({ amount: 0, carried: 50 })
  })

  it('does not make a price smaller that is above the mandate: the mandate must be renewed', () => {
    expect(amountOfCycle(paise(60_000), 0, paise(50_000))).toEqual({ amount: 60_000, carried: 0 })
  })
})

describe('prorated', () => {
  const prorate = (before: number, after: number, atMs: number) =>
    prorated({ startMs: 0, endMs: 30 }, paise(before), paise(after), atMs)

  it('charges the part of the period that is left', () => {
    expect(prorate(10_000, 40_000, 10)).toBe(20_000)
  })

  it('credits the part of the period that is left', () => {
    expect(prorate(40_000, 10_000, 10)).toBe(-20_000)
  })

  it('rounds to the paisa in favour of the payer', () => {
    expect(prorate(100, 200, 20)).toBe(33)
    expect(prorate(200, 100, 20)).toBe(-34)
  })

  it('charges a whole period before its beginning and nothing after its end', () => {
    expect(prorate(100, 200, -5)).toBe(100)
    expect(prorate(100, 200, 40)).toBe(0)
  })
})
