import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mask, secretsIn } from './mask.ts'

const SECRET = 'se/cret+1 =ü☕'

describe('mask', () => {
  it.each([
    ['as it is', SECRET],
    ['in upper case', SECRET.toUpperCase()],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['URL-encoded in lower case', encodeURIComponent(SECRET).toLowerCase()],
    ['form-encoded', new URLSearchParams([['', SECRET]]).toString().slice(1)],
    ['in JSON with escaped slashes', SECRET.replaceAll('/', '\\/')],
    [
      'in JSON with escaped characters',
      SECRET.replace(/[^A-Za-z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['with HTML entities', SECRET.replace(/[^A-Za-z0-9]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
    [
      'with hexadecimal HTML entities',
      SECRET.replace(/[^A-Za-z0-9]/g, (sign) => `&#X${sign.charCodeAt(0).toString(16)};`),
    ],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET.replaceAll('/', '\\/'))).slice(3, -3)],
    ['in hexadecimal digits', Buffer.from(SECRET).toString('hex')],
    [
      'in hexadecimal digits with colons',
      Buffer.from(SECRET)
        .toString('hex')
        .replace(/(..)(?=.)/g, '$1:'),
    ],
  ])('masks a secret %s', (_how, encoded) => {
    expect(mask(`before ${encoded} after ${encoded}`, [SECRET])).toBe('before [masked] after [masked]')
  })

  it.each(['base64', 'base64url'] as const)('masks a secret in %s of a longer text', (encoding) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const echo = Buffer.from(`${before}${SECRET}:after`).toString(encoding)
      const masked = mask(`value ${echo}`, [SECRET])
      expect(masked).toContain('[masked]')
      const rest = Buffer.from(masked.replace(/^value |\[masked\]/g, ''), encoding).toString()
      expect(rest).not.toMatch(/cret|\+1/)
    }
  })

  it('masks what is left of a secret where the echo was cut off', () => {
    const long = 'pk-9f8e7d6c5b4a39281706'
    expect(mask(`{"client_secret":"${long.slice(0, 15)}`, [long])).toBe('{"client_secret":"[masked]')
    expect(mask(`…${long.slice(-11)}"}`, [long])).toBe('…[masked]"}')
    expect(mask(`${long.slice(0, 9)}... and more`, [long])).not.toContain(long.slice(0, 6))
  })

  it('masks the longest secret first', () => {
    expect(mask('O-Bearer abcd-efgh', ['abcd-efgh', 'O-Bearer abcd-efgh', 'abcd'])).toBe('[masked]')
  })

  it('masks lists, objects, keys and numbers in a copy', () => {
    const value = { list: ['9137046825', 9137046825, 12], 'key 9137046825': { deep: null, flag: true } }
    const before = structuredClone(value)
    expect(mask(value, ['9137046825'])).toEqual({
      list: ['[masked]', '[masked]', 12],
      'key [masked]': { deep: null, flag: true },
    })
    expect(value).toEqual(before)
  })

  it('does not mask a number that merely contains the digits', () => {
    expect(mask(91370468251, ['9137046825'])).toBe(91370468251)
  })

  it('ignores secrets shorter than 4 characters, and changes nothing without secrets', () => {
    expect(mask('the cat sat', ['cat', ''])).toBe('the cat sat')
    expect(mask('the cat sat', [])).toBe('the cat sat')
    expect(mask(undefined, ['long enough'])).toBeUndefined()
  })

  it('masks everything below the maximum depth', () => {
    let deep: unknown = SECRET
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    const text = JSON.stringify(mask(deep, [SECRET]))
    expect(text).toContain('[masked]')
    expect(text).not.toContain(SECRET)
  })

  it.each(['\\', '\\\\u', '%', '%25', '&', '&amp;', 'amp;', '#0', 's', 'se', 'secret-', '-', ' ', '='])(
    'reads a megabyte of %j once: a response cannot keep the process busy',
    (part) => {
      const text = part.repeat(1_000_000 / part.length)
      const secrets = ['-secret-\\-secret-', SECRET, `${'secret-'.repeat(9)}=`]
      expect(mask(`${text} ${secrets[0]}`, secrets)).not.toContain(secrets[0])
    },
  )

  it('masks any secret in any text, including unpaired surrogates and regular-expression characters', () => {
    const word = fc.string({ unit: 'binary', minLength: 4, maxLength: 20 })
    fc.assert(
      fc.property(word, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (secret, before, after) => {
        expect(mask(`${before}${secret}${after}`, [secret])).toContain('[masked]')
        expect(mask(JSON.parse(JSON.stringify({ secret })), [secret]).secret).toBe('[masked]')
      }),
    )
  })
})

describe('secretsIn', () => {
  it('finds payer data at any depth', () => {
    const body = {
      merchantOrderId: 'order-1',
      constraints: [{ type: 'ACCOUNT', accountNumber: 'a', ifsc: 'HDFC' }],
      paymentFlow: {
        paymentMode: {
          details: { vpa: 'b', phoneNumber: 'c' },
          cardDetails: { encryptedCardNumber: 'd', encryptedCvv: 'e', cardHolderName: 'f', expiry: { month: '06' } },
          tokenDetails: { encryptedToken: 'g', cryptogram: 'h', panSuffix: 'i' },
        },
      },
      upiNumber: 7,
      phoneNumber: undefined,
    }
    expect(secretsIn(body).sort()).toEqual(['7', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
  })

  it.each([undefined, null, 'text', 7])('returns nothing for %j', (body) => {
    expect(secretsIn(body)).toEqual([])
  })
})
