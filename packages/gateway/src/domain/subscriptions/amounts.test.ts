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
  const paid = (price: number, kept = price) => ({ startMs: 0, endMs: 30, price: paise(price), kept })

  it('charges the part of the period that is left', () => {
    expect(prorated(paid(10_000), paise(40_000), 10)).toEqual({ difference: 20_000, price: 40_000 })
  })

  it('credits the part of the period that is left', () => {
    expect(prorated(paid(40_000), paise(10_000), 10)).toEqual({ difference: -20_000, price: 10_000 })
  })

  it('rounds to the paisa in favour of the payer', () => {
    expect(prorated(paid(100), paise(200), 20).difference).toBe(33)
    expect(prorated(paid(200), paise(100), 20).difference).toBe(-34)
  })

  it('charges a whole period before its beginning and nothing after its end', () => {
    expect(prorated(paid(100), paise(200), -5).difference).toBe(100)
    expect(prorated(paid(100), paise(200), 40).difference).toBe(0)
  })

  it('credits at most what refunds have left of the bill, and charges no more than this credit when the price rises again', () => {
    const lowered = prorated(paid(19_900, 900), paise(9_900), 10)
    expect(lowered).toEqual({ difference: -900, price: 18_550 })
    expect(prorated({ ...paid(19_900, 0), price: lowered.price }, paise(19_900), 10)).toEqual({
      difference: 900,
      price: 19_900,
    })
  })

  it('credits nothing when nothing is left of the bill', () => {
    expect(prorated(paid(19_900, 0), paise(9_900), 10)).toEqual({ difference: 0, price: 19_900 })
  })
})
