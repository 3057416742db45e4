import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkCard,
  digitsOf,
  groupNumber,
  isExpired,
  numberFault,
  passesLuhn,
  readExpiry,
  spacedExpiry,
} from './card.ts'

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

describe('readExpiry', () => {
  it.each(['0627', '06/27', '6/27', '06 / 27', '06-2027', '06/2027', '062027', ' 06 / 2027 '])('reads %j', (text) => {
    expect(readExpiry(text)).toEqual({ month: '06', year: '2027' })
  })

  it.each(['', '13/27', '00/27', '6', '06/2', '06/027', 'ab/cd'])('refuses %j', (text) => {
    expect(readExpiry(text)).toBeUndefined()
  })
})

describe('isExpired', () => {
  const lastMoment = Date.parse('2027-06-30T23:59:59.999+05:30')

  it('lets a card pay to the end of its month in India', () => {
    expect(isExpired({ month: '06', year: '2027' }, lastMoment)).toBe(false)
    expect(isExpired({ month: '06', year: '2027' }, lastMoment + 1)).toBe(true)
  })

  it('turns the year after December', () => {
    expect(isExpired({ month: '12', year: '2026' }, Date.parse('2027-01-01T00:00:00+05:30'))).toBe(true)
  })
})

describe('spacedExpiry', () => {
  it.each([
    ['0', '0'],
    ['6', '06'],
    ['06', '06'],
    ['062', '06 / 2'],
    ['627', '06 / 27'],
    ['06/2027', '06 / 2027'],
    ['1', '1'],
    ['1/', '01'],
    ['01 / 2', '01 / 2'],
    ['1/27', '01 / 27'],
    ['1/2027', '01 / 2027'],
    ['1-27', '01 / 27'],
    ['1 27', '01 / 27'],
    ['0/', '0'],
    [' 12/27', '12 / 27'],
    ['12/', '12'],
    ['127', '12 / 7'],
    ['6/', '06'],
    ['620271', '06 / 2027'],
    ['12/20271', '12 / 2027'],
  ])('%s → %s', (typed, shown) => {
    expect(spacedExpiry(typed)).toBe(shown)
  })

  it.each([
    ['1/27', '01 / 27'],
    ['1/2027', '01 / 2027'],
    ['12/27', '12 / 27'],
    ['01 / 27', '01 / 27'],
    ['6/27', '06 / 27'],
    ['06 27', '06 / 27'],
    ['1227', '12 / 27'],
  ])('%s, typed key by key, shows %s', (typed, shown) => {
    expect([...typed].reduce((text, key) => spacedExpiry(text + key), '')).toBe(shown)
  })
})

const now = Date.parse('2026-11-20T12:00:00+05:30')

describe('checkCard', () => {
  it('finds nothing wrong with a good card', () => {
    expect(checkCard({ number: '4208 5851 9011 6667', expiry: '06 / 27', cvv: '508' }, now)).toEqual({})
  })

  it('asks for four digits on the front of an American Express card', () => {
    expect(checkCard({ number: '3782 822463 10005', expiry: '12/30', cvv: '508' }, now)).toEqual({ cvv: { digits: 4 } })
  })

  it('refuses a network that may not pay, before anything else about the number', () => {
    const card = { number: '3782 822463 10005', expiry: '12/30', cvv: '5080' }
    expect(checkCard(card, now, ['VISA', 'RUPAY'])).toEqual({ number: 'not-taken' })
    expect(checkCard(card, now, ['VISA', 'AMEX'])).toEqual({})
    expect(checkCard({ ...card, number: '3782' }, now, ['VISA'])).toEqual({ number: 'not-taken' })
  })

  it('names every field that is wrong, in the order of the form, and repeats nothing that was typed', () => {
    const faults = checkCard({ number: '4208 5851 9011 6668', expiry: '10/26', cvv: '50' }, now)
    expect(faults).toEqual({ number: 'wrong', expiry: 'expired', cvv: { digits: 3 } })
    expect(Object.keys(faults)).toEqual(['number', 'expiry', 'cvv'])
    expect(JSON.stringify(faults)).not.toMatch(/4208|6668|50/)
  })
})
