import { describe, expect, it } from 'vitest'
import { en, type Words } from './en.ts'
import { hi } from './hi.ts'
import { fill, reasonOf } from './messages.ts'

const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const sentences = (words: Words) => Object.entries<string>(words)

describe('Hindi', () => {
  it('has the sentences of English, none of them empty, with the same names to fill in', () => {
    expect(Object.keys(hi)).toEqual(Object.keys(en))
    for (const [key, text] of sentences(hi)) {
      expect(text.trim(), key).not.toBe('')
      expect(holes(text), key).toEqual(holes(en[key as keyof Words]))
    }
  })

  /** Words that are the same in every Indian language. */
  const SHARED = new Set(['lang', 'dir', 'upi', 'vpa', 'cardCvv', 'cardExpiryHint'])

  it('says it in its own letters wherever it has its own word', () => {
    for (const [key, text] of sentences(hi)) if (!SHARED.has(key)) expect(text, key).toMatch(/\p{Script=Devanagari}/u)
  })
})

it('a language that lacks a sentence does not compile', () => {
  const { pay: _, ...rest } = en
  // @ts-expect-error
  const words: Words = rest
  expect(words.pay).toBeUndefined()
})

describe('fill', () => {
  it('puts values where the translator wants them', () => {
    expect(fill(en, 'savedCard', { network: 'RuPay', last4: '1117' })).toBe('RuPay ending in 1117')
    expect(fill(hi, 'pay', { amount: '₹1,49,950.00' })).toBe('₹1,49,950.00 पे करें')
  })

  it('puts a value in as it is, whatever it looks like', () => {
    expect(fill(en, 'pay', { amount: '$& {amount}' })).toBe('Pay $& {amount}')
  })
})

describe('reasonOf', () => {
  it('says what the payer can do, in their language', () => {
    expect(reasonOf(hi, { errorCode: 'INVALID_MPIN', explains: 'x' })).toEqual({ text: hi.reasonPin, own: true })
  })

  it('passes on the server’s words for a code that it does not know', () => {
    expect(reasonOf(hi, { errorCode: 'NEW', explains: 'Something new.' })).toEqual({
      text: 'Something new.',
      own: false,
    })
  })

  it.each(['constructor', 'toString', '__proto__'])('knows no code of the name %s', (errorCode) => {
    expect(reasonOf(en, { errorCode, explains: 'Something new.' })).toEqual({ text: 'Something new.', own: false })
    expect(reasonOf(en, { errorCode })).toBeUndefined()
  })
})
