import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mask, secretsIn } from './mask.ts'

const SECRET = 'se/cret+1 =ü☕'

describe('mask', () => {
  it.each([
    ['as it is', SECRET],
    ['in capitals', SECRET.toUpperCase()],
    ['for a URL', encodeURIComponent(SECRET)],
    ['for a URL in lower case', encodeURIComponent(SECRET).toLowerCase()],
    ['for a form', new URLSearchParams([['', SECRET]]).toString().slice(1)],
    ['for JSON that escapes slashes', SECRET.replaceAll('/', '\\/')],
    [
      'for JSON that escapes signs',
      SECRET.replace(/[^A-Za-z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
  ])('finds a secret %s', (_how, spelled) => {
    expect(mask(`before ${spelled} after ${spelled}`, [SECRET])).toBe('before [masked] after [masked]')
  })

  it('masks the longer of two first', () => {
    expect(mask('O-Bearer abcd-efgh', ['abcd-efgh', 'O-Bearer abcd-efgh', 'abcd'])).toBe('[masked]')
  })

  it('goes through lists, objects, keys and numbers, and changes nothing of the original', () => {
    const value = { list: ['9137046825', 9137046825, 12], 'key 9137046825': { deep: null, flag: true } }
    const before = structuredClone(value)
    expect(mask(value, ['9137046825'])).toEqual({
      list: ['[masked]', '[masked]', 12],
      'key [masked]': { deep: null, flag: true },
    })
    expect(value).toEqual(before)
  })

  it('does not mask a number that only holds the digits', () => {
    expect(mask(91370468251, ['9137046825'])).toBe(91370468251)
  })

  it('leaves words alone that are too short to be secret, and all of it without secrets', () => {
    expect(mask('the cat sat', ['cat', ''])).toBe('the cat sat')
    expect(mask('the cat sat', [])).toBe('the cat sat')
    expect(mask(undefined, ['long enough'])).toBeUndefined()
  })

  it('ends where nobody reads further', () => {
    let deep: unknown = SECRET
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    const text = JSON.stringify(mask(deep, [SECRET]))
    expect(text).toContain('[masked]')
    expect(text).not.toContain(SECRET)
  })

  it('takes any secret and any text, half characters and signs of regular expressions included', () => {
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
  it('finds what belongs to the payer, wherever it stands', () => {
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

  it.each([undefined, null, 'text', 7])('finds nothing in %j', (body) => {
    expect(secretsIn(body)).toEqual([])
  })
})
