import * as moneyBack from '@galla/contract/money-back'
import { describe, expect, it } from 'vitest'
import { bn } from './bn.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'
import { LOCALES, momentIn } from './locales.ts'
import { mr } from './mr.ts'
import { ta } from './ta.ts'
import { te } from './te.ts'

const placeholders = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe.each(Object.entries({ hi, bn, mr, ta, te }))('the messages in %s', (locale, messages) => {
  it('have the placeholders of the English ones', () => {
    for (const [key, message] of Object.entries(en)) {
      expect({ key, placeholders: placeholders(messages[key as keyof typeof messages]) }).toEqual({
        key,
        placeholders: placeholders(message),
      })
    }
  })

  it('are all translated, and name their language', () => {
    const same = Object.entries(en).filter(([key, message]) => messages[key as keyof typeof messages] === message)
    expect(same).toEqual([])
    expect(messages.lang).toBe(locale)
    expect(LOCALES.map((one) => one.locale)).toContain(locale)
  })
})

it.each([en, hi, bn, mr, ta, te])('says in $lang with the shared sentence when returned money is seen', (messages) => {
  const found = Object.values(moneyBack).filter((sentence) => messages.moneyBack === sentence)
  expect(found).toHaveLength(1)
})

it('writes the time of an order as the language does', () => {
  const at = (locale: 'en' | 'hi' | 'ta') => momentIn(locale, Date.UTC(2026, 10, 23, 18, 43), 'Asia/Kolkata')
  expect(at('en')).toBe('24 November 2026 at 12:13 am')
  expect(momentIn('en', Date.UTC(2026, 10, 23, 7, 33), 'Asia/Kolkata')).toBe('23 November 2026 at 1:03 pm')
  expect(at('hi')).toBe('24 नवंबर 2026 को रात 12:13 बजे')
  expect(at('ta')).toBe('24 நவம்பர், 2026 அன்று இரவு 12:13')
})
