import { describe, expect, it } from 'vitest'
import { en as mandatesEn } from '../mandates/en.ts'
import { hi as mandatesHi } from '../mandates/hi.ts'
import { en as pageEn } from './en.ts'
import { hi as pageHi } from './hi.ts'

const en = { ...pageEn, mandates: mandatesEn }
const hi = { ...pageHi, mandates: mandatesHi }

/** Every message with its path; functions are called with sample values. */
function entriesOf(messages: object, path = ''): [path: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'function') return [[here, String(value(...[['3'], '5'].slice(0, value.length)))]]
    return typeof value === 'object' ? entriesOf(value, here) : [[here, String(value)]]
  })
}

describe('the translations', () => {
  it('have the same keys and no empty message', () => {
    expect(entriesOf(hi).map(([path]) => path)).toEqual(entriesOf(en).map(([path]) => path))
    for (const [path, text] of [...entriesOf(en), ...entriesOf(hi)]) expect(text.trim(), path).not.toBe('')
  })

  /** Terms that are the same in every Indian language. */
  const SHARED = new Set(['lang', 'dir', 'upi', 'vpa', 'cardCvv', 'cardExpiryHint', 'otp'])

  it('are written in Devanagari in Hindi, apart from shared terms', () => {
    for (const [path, text] of entriesOf(hi))
      if (!SHARED.has(path)) expect(text, path).toMatch(/\p{Script=Devanagari}/u)
  })

  it('contain the values they are given', () => {
    for (const messages of [en, hi]) {
      expect(messages.qrFor('₹499.00', 'Chai')).toMatch(/(?=.*₹499\.00)(?=.*Chai)/)
      expect(messages.approveSent('as****a@ybl')).toContain('as****a@ybl')
    }
  })

  it('name the payment service, not the shop, as unreachable', () => {
    for (const messages of [en, hi]) expect(messages.unreachable).not.toMatch(/shop|दुकान/)
  })
})
