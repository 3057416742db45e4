import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsOf, groupNumber, numberFault, passesLuhn } from './card-number.ts'

describe('passesLuhn', () => {
  it.each(['4208585190116667', '4242424242424242', '378282246310005', '6521500000000006'])('%s passes', (number) => {
    expect(passesLuhn(number)).toBe(true)
  })

  it('is broken by any single wrong digit', () => {
    const number = '4208585190116667'
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const wrong = (Number(number[place]) + by) % 10
        return !passesLuhn(number.slice(0, place) + wrong + number.slice(place + 1))
      }),
    )
  })

  it('does not pass nothing', () => {
    expect(passesLuhn('')).toBe(false)
  })
})

describe('groupNumber', () => {
  it.each([
    ['4208585190116667', '4208 5851 9011 6667'],
    ['420858', '4208 58'],
    ['4208', '4208'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['42085851901166671234', '4208 5851 9011 6667'],
    ['', ''],
  ])('%s → %s', (digits, shown) => {
    expect(groupNumber(digits)).toBe(shown)
  })

  it('never changes the digits it keeps', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,16}$/), (digits) => digits.startsWith(digitsOf(groupNumber(digits)))),
    )
  })
})

describe('numberFault', () => {
  it.each([
    ['4208585190116667', undefined],
    ['4208585190116668', 'wrong'],
    ['420858519011666', 'short'],
    ['378282246310005', undefined],
    ['', 'short'],
  ])('%s: %s', (digits, fault) => {
    expect(numberFault(digits)).toBe(fault)
  })
})
