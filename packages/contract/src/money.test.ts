import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInr, inr, type Paise, paise } from './money.ts'

const MAX = Number.MAX_SAFE_INTEGER
const amounts = fc.oneof(fc.nat({ max: 20_000_000 }), fc.maxSafeNat())

describe('inr', () => {
  it.each([
    ['0', 0],
    ['1', 100],
    ['1.5', 150],
    ['1.05', 105],
    ['499.00', 49_900],
    ['007', 700],
    ['1,499.50', 149_950],
    ['₹1,49,950.00', 14_995_000],
    ['₹ 10', 1_000],
    ['149,950', 14_995_000],
    ['1,234,567.89', 123_456_789],
    ['12,34,567.89', 123_456_789],
    ['1,00,00,000', 1_000_000_000],
    ['  20  ', 2_000],
    ['90071992547409.91', MAX],
  ])('converts %j', (text, expected) => expect(inr(text)).toBe(expected))

  it.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '1.234',
    '1.0.0',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    'ten',
    '₹',
    '1 000',
    '1,0000',
    '1,00',
    '10,00',
    ',100',
    '100,',
    '1,,000',
    '1.000,00',
    '1,49,95',
    '1,499,50.00',
    '123,45,678',
    '$5',
    '5 INR',
    '१००',
    '90071992547409.92',
    '9'.repeat(400),
  ])('rejects %j', (text) => expect(() => inr(text)).toThrow(RangeError))

  it('rejects a number and shows the correct form', () => {
    expect(() => inr(499 as unknown as string)).toThrow(
      new TypeError("inr() takes rupees as text, for example inr('499.00'); got number. For paise use paise(49900)"),
    )
    for (const value of [null, undefined, {}, 5n, ['5']])
      expect(() => inr(value as unknown as string)).toThrow(TypeError)
  })

  it('quotes invalid text, truncated to 40 characters', () => {
    expect(() => inr('12.345')).toThrow('"12.345"')
    expect(() => inr('x'.repeat(1_000))).toThrow(`"${'x'.repeat(40)}"`)
  })

  it('converts String(n) of any whole number of rupees', () => {
    fc.assert(fc.property(fc.nat({ max: Math.floor(MAX / 100) }), (rupees) => inr(String(rupees)) === rupees * 100))
  })

  it('returns a safe, non-negative integer or throws RangeError for any text', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[₹ ]{0,2}[\d,]{0,20}\.?\d{0,3}$/))
    fc.assert(
      fc.property(texts, (text) => {
        let amount: number
        try {
          amount = inr(text)
        } catch (error) {
          return error instanceof RangeError
        }
        return Number.isSafeInteger(amount) && amount >= 0
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('paise', () => {
  it.each([0, 1, 100, 49_900, MAX])('accepts %d', (amount) => expect(paise(amount)).toBe(amount))

  it('returns 0 for -0', () => expect(Object.is(paise(-0), 0)).toBe(true))

  it.each([-1, 0.1, 499.5, MAX + 1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'rejects %d',
    (amount) => {
      expect(() => paise(amount)).toThrow(RangeError)
    },
  )

  it.each(['100', null, undefined, 100n, {}])('rejects %s, which is not a number', (amount) => {
    expect(() => paise(amount as unknown as number)).toThrow(TypeError)
  })

  it('names the violated rule in its message', () => {
    expect(() => paise(4.99)).toThrow(
      "paise() takes a whole number of paise up to 2^53 - 1; got 4.99. For rupees use inr('499.00')",
    )
    expect(() => paise(-5)).toThrow('paise() takes no negative amount; got -5')
    expect(() => paise('5' as unknown as number)).toThrow('paise() takes an integer number; got string')
  })

  it('returns every safe non-negative integer unchanged', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (amount) => paise(amount) === amount))
  })
})

describe('formatInr', () => {
  it.each([
    [0, '₹0.00'],
    [1, '₹0.01'],
    [10, '₹0.10'],
    [100, '₹1.00'],
    [99_999, '₹999.99'],
    [100_000, '₹1,000.00'],
    [149_950, '₹1,499.50'],
    [9_999_900, '₹99,999.00'],
    [10_000_000, '₹1,00,000.00'],
    [14_995_000, '₹1,49,950.00'],
    [1_000_000_000, '₹1,00,00,000.00'],
    [123_456_789_012, '₹1,23,45,67,890.12'],
    [MAX, '₹9,00,71,99,25,47,409.91'],
  ])('formats %d as %s', (amount, text) => expect(formatInr(paise(amount))).toBe(text))

  it('formats a negative difference', () => {
    expect(formatInr(-14_995_000 as Paise)).toBe('-₹1,49,950.00')
    expect(formatInr(-1 as Paise)).toBe('-₹0.01')
  })

  it.each([1.5, Number.NaN, 2 ** 53, '49900'])('rejects %j', (amount) => {
    expect(() => formatInr(amount as Paise)).toThrow(RangeError)
  })

  it('is reversed by inr', () => {
    fc.assert(fc.property(amounts, (amount) => inr(formatInr(paise(amount))) === amount))
  })

  it('groups three digits, then pairs', () => {
    const shape = /^₹(?:\d{1,3}|\d{1,2}(?:,\d{2})*,\d{3})\.\d{2}$/
    fc.assert(fc.property(amounts, (amount) => shape.test(formatInr(paise(amount)))))
  })

  it('agrees with Intl.NumberFormat for en-IN', () => {
    const runtime = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000_000_000 }),
        (amount) => formatInr(paise(amount)) === runtime.format(amount / 100),
      ),
    )
  })
})
