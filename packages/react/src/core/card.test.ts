import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardNumberError,
  formatCardNumber,
  formatExpiry,
  isExpired,
  onlyDigits,
  parseExpiry,
  passesLuhn,
  validateCard,
} from './card.ts'

describe('passesLuhn', () => {
  it.each(['4208585190116667', '4242424242424242', '378282246310005', '6521500000000006'])('accepts %s', (number) => {
    expect(passesLuhn(number)).toBe(true)
  })

  it('rejects a number with any single wrong digit', () => {
    const number = '4208585190116667'
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const wrong = (Number(number[place]) + by) % 10
        return !passesLuhn(number.slice(0, place) + wrong + number.slice(place + 1))
      }),
    )
  })

  it('rejects the empty string', () => {
    expect(passesLuhn('')).toBe(false)
  })
})

describe('formatCardNumber', () => {
  it.each([
    ['4208585190116667', '4208 5851 9011 6667'],
    ['420858', '4208 58'],
    ['4208', '4208'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['42085851901166671234', '4208 5851 9011 6667'],
    ['', ''],
  ])('formats %s as %s', (digits, shown) => {
    expect(formatCardNumber(digits)).toBe(shown)
  })

  it('keeps a prefix of the digits unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,16}$/), (digits) => digits.startsWith(onlyDigits(formatCardNumber(digits)))),
    )
  })
})

describe('cardNumberError', () => {
  it.each([
    ['4208585190116667', undefined],
    ['4208585190116668', 'wrong'],
    ['420858519011666', 'short'],
    ['378282246310005', undefined],
    ['', 'short'],
  ])('is of %s: %s', (digits, error) => {
    expect(cardNumberError(digits)).toBe(error)
  })
})

describe('parseExpiry', () => {
  it.each(['0627', '06/27', '6/27', '06 / 27', '06-2027', '06/2027', '062027', ' 06 / 2027 '])('parses %j', (text) => {
    expect(parseExpiry(text)).toEqual({ month: '06', year: '2027' })
  })

  it.each(['', '13/27', '00/27', '6', '06/2', '06/027', 'ab/cd'])('returns undefined for %j', (text) => {
    expect(parseExpiry(text)).toBeUndefined()
  })
})

describe('isExpired', () => {
  const endOfJuneMs = Date.parse('2027-06-30T23:59:59.999+05:30')

  it('accepts a card to the end of its month, Indian time', () => {
    expect(isExpired({ month: '06', year: '2027' }, endOfJuneMs)).toBe(false)
    expect(isExpired({ month: '06', year: '2027' }, endOfJuneMs + 1)).toBe(true)
  })

  it('carries December over to the next year', () => {
    expect(isExpired({ month: '12', year: '2026' }, Date.parse('2027-01-01T00:00:00+05:30'))).toBe(true)
  })
})

describe('formatExpiry', () => {
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
  ])('formats %s as %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  it.each([
    ['1/27', '01 / 27'],
    ['1/2027', '01 / 2027'],
    ['12/27', '12 / 27'],
    ['01 / 27', '01 / 27'],
    ['6/27', '06 / 27'],
    ['06 27', '06 / 27'],
    ['1227', '12 / 27'],
  ])('formats %s, typed key by key, as %s', (typed, shown) => {
    expect([...typed].reduce((text, key) => formatExpiry(text + key), '')).toBe(shown)
  })
})

const now = Date.parse('2026-11-20T12:00:00+05:30')

describe('validateCard', () => {
  it('returns no errors for a valid card', () => {
    expect(validateCard({ number: '4208 5851 9011 6667', expiry: '06 / 27', cvv: '508' }, now)).toEqual({})
  })

  it('requires a CVV of four digits for American Express', () => {
    expect(validateCard({ number: '3782 822463 10005', expiry: '12/30', cvv: '508' }, now)).toEqual({
      cvv: { digits: 4 },
    })
  })

  it('reports a network that is not accepted before an incomplete number', () => {
    const card = { number: '3782 822463 10005', expiry: '12/30', cvv: '5080' }
    expect(validateCard(card, now, ['VISA', 'RUPAY'])).toEqual({ number: 'not-accepted' })
    expect(validateCard(card, now, ['VISA', 'AMEX'])).toEqual({})
    expect(validateCard({ ...card, number: '3782' }, now, ['VISA'])).toEqual({ number: 'not-accepted' })
  })

  it('reports every invalid field in the order of the form, without what was typed', () => {
    const errors = validateCard({ number: '4208 5851 9011 6668', expiry: '10/26', cvv: '50' }, now)
    expect(errors).toEqual({ number: 'wrong', expiry: 'expired', cvv: { digits: 3 } })
    expect(Object.keys(errors)).toEqual(['number', 'expiry', 'cvv'])
    expect(JSON.stringify(errors)).not.toMatch(/4208|6668|50/)
  })
})
