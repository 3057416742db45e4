import * as moneyBack from '@galla/contract/money-back'
import { en as componentsEn } from '@galla/react/components'
import { describe, expect, it } from 'vitest'
import { bn as mandatesBn } from '../mandates/bn.ts'
import { en as mandatesEn } from '../mandates/en.ts'
import { hi as mandatesHi } from '../mandates/hi.ts'
import { mr as mandatesMr } from '../mandates/mr.ts'
import { ta as mandatesTa } from '../mandates/ta.ts'
import { te as mandatesTe } from '../mandates/te.ts'
import { TESTER_MESSAGES } from '../sandbox-tools/tester-messages.ts'
import { bn as pageBn } from './bn.ts'
import { en as pageEn, sandboxMessages } from './en.ts'
import { hi as pageHi } from './hi.ts'
import { mr as pageMr } from './mr.ts'
import { ta as pageTa } from './ta.ts'
import { te as pageTe } from './te.ts'

// The translations have the messages of the connected components besides, which the page does not show.
const en = { ...componentsEn, ...pageEn, mandates: mandatesEn }
const hi = { ...pageHi, mandates: mandatesHi }
const bn = { ...pageBn, mandates: mandatesBn }
const mr = { ...pageMr, mandates: mandatesMr }
const ta = { ...pageTa, mandates: mandatesTa }
const te = { ...pageTe, mandates: mandatesTe }
const TRANSLATIONS = [hi, bn, mr, ta, te]

/** Every message with its path; functions are called with sample values. */
function entriesOf(messages: object, path = ''): [path: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'function') return [[here, String(value(...[['3'], '5'].slice(0, value.length)))]]
    return typeof value === 'object' ? entriesOf(value, here) : [[here, String(value)]]
  })
}

describe('the translations', () => {
  it('do not say of a failed order that the payer was charged before', () => {
    for (const { failedFinal } of [en, ...TRANSLATIONS]) {
      expect(failedFinal).not.toMatch(/again|दोबारा|আবার|पुन्हा|மீண்டும்|మళ్లీ/u)
    }
  })

  it('say with the shared sentence when returned money is seen', () => {
    for (const { lang, failedFinal, pendingBody } of [en, ...TRANSLATIONS]) {
      const [sentence = '', ...others] = Object.values(moneyBack).filter((one) => failedFinal.includes(one))
      expect(sentence, lang).not.toBe('')
      expect(others).toEqual([])
      expect(pendingBody).toContain(sentence)
    }
  })

  it('have the same keys and no empty message', () => {
    const keysOf = (messages: object) =>
      entriesOf(messages)
        .map(([path]) => path)
        .sort()
    for (const messages of TRANSLATIONS) {
      expect(keysOf(messages)).toEqual(keysOf(en))
      for (const [path, text] of entriesOf(messages)) expect(text.trim(), path).not.toBe('')
    }
  })

  /** Terms that are the same in every Indian language. */
  const SHARED = new Set(['lang', 'dir', 'upi', 'vpa', 'cardCvv', 'cardExpiryHint', 'otp'])
  /** No payer reads them. */
  const MIXED = new Set([...SHARED, ...Object.keys(sandboxMessages), 'mandates.dayAndTime'])

  it.each([
    [hi, /\p{Script=Devanagari}/u, SHARED],
    [mr, /\p{Script=Devanagari}/u, MIXED],
    [bn, /\p{Script=Bengali}/u, MIXED],
    [ta, /\p{Script=Tamil}/u, MIXED],
    [te, /\p{Script=Telugu}/u, MIXED],
  ])('are written in the script of $lang, apart from shared terms', (messages, script, exceptions) => {
    for (const [path, text] of entriesOf(messages)) if (!exceptions.has(path)) expect(text, path).toMatch(script)
  })

  it('of the tester are written in Devanagari in Hindi', () => {
    for (const [path, text] of entriesOf(TESTER_MESSAGES.hi)) expect(text, path).toMatch(/\p{Script=Devanagari}/u)
  })

  it('contain the values they are given', () => {
    for (const messages of [en, ...TRANSLATIONS]) {
      expect(messages.qrFor('₹499.00', 'Chai')).toMatch(/(?=.*₹499\.00)(?=.*Chai)/)
      expect(messages.approveSent('as****a@ybl')).toContain('as****a@ybl')
    }
  })

  it('name the payment service, not the shop, as unreachable', () => {
    for (const messages of [en, ...TRANSLATIONS]) expect(messages.unreachable).not.toMatch(/shop|दुकान|দোকান|கடை|షాప్/)
  })
})
