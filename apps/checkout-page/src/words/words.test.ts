import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { hi } from './hi.ts'
import { reasonOf } from './reason-of.ts'

/** Every sentence with its path; functions are called with marks that must come back out. */
function sentences(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'function') return [[here, String(value(...['3', '5'].slice(0, value.length)))]]
    return typeof value === 'object' ? sentences(value, here) : [[here, String(value)]]
  })
}

describe('the dictionaries', () => {
  it('have the same sentences, none of them empty', () => {
    expect(sentences(hi).map(([path]) => path)).toEqual(sentences(en).map(([path]) => path))
    for (const [path, text] of [...sentences(en), ...sentences(hi)]) expect(text.trim(), path).not.toBe('')
  })

  /** Words that are the same in every Indian language. */
  const SHARED = new Set(['languageName', 'upi', 'vpa', 'cardCvv', 'cardExpiryHint', 'otp'])

  it('say it in Hindi wherever Hindi has its own word', () => {
    for (const [path, text] of sentences(hi))
      if (!SHARED.has(path)) expect(text, path).toMatch(/\p{Script=Devanagari}/u)
  })

  it('keep what a sentence is about', () => {
    for (const words of [en, hi]) {
      expect(words.pay('₹499.00')).toContain('₹499.00')
      expect(words.qrAlt('₹499.00', 'Chai')).toMatch(/(?=.*₹499\.00)(?=.*Chai)/)
      expect(words.savedCard('RuPay', '1117')).toMatch(/(?=.*RuPay)(?=.*1117)/)
    }
  })
})

describe('reasonOf', () => {
  it('says what the payer can do about it, in their language', () => {
    expect(reasonOf(hi, { errorCode: 'INVALID_MPIN', explains: 'The UPI PIN was wrong.' })).toBe(hi.reasons.pin)
  })

  it('passes on the provider’s own words for a code that it does not know', () => {
    expect(reasonOf(en, { errorCode: 'NEW_CODE', explains: 'Something new.' })).toBe('Something new.')
  })
})
