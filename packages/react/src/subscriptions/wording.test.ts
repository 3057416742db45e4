import { SUBSCRIPTION_STATES } from '@galla/contract/gateway-api/subscriptions'
import { describe, expect, it } from 'vitest'
import { subscriptionView } from '../../test/helpers/subscription-view.ts'
import { bn } from './i18n/bn.ts'
import { en, type SubscriptionMessages } from './i18n/en.ts'
import { hi } from './i18n/hi.ts'
import { mr } from './i18n/mr.ts'
import { ta } from './i18n/ta.ts'
import { te } from './i18n/te.ts'
import { cancellationText, dayText, lastDayText, subscriptionMessages, wordingOf } from './wording.ts'

const inIndia = (text: string) => Date.parse(`${text}+05:30`)
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each<[string, SubscriptionMessages, RegExp]>([
  ['Hindi', hi, /\p{Script=Devanagari}/u],
  ['Marathi', mr, /\p{Script=Devanagari}/u],
  ['Bengali', bn, /\p{Script=Bengali}/u],
  ['Tamil', ta, /\p{Script=Tamil}/u],
  ['Telugu', te, /\p{Script=Telugu}/u],
])('the table of subscriptions in %s', (_, table, script) => {
  it('has the keys of English, the same placeholders, and its own script only', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(en).sort())
    const others = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}]/u
    for (const [key, text] of Object.entries(table)) {
      expect(placeholders(text), key).toEqual(placeholders(en[key as keyof typeof en]))
      expect(text, key).toMatch(script)
      expect(text.replaceAll('।', '').replace(new RegExp(script, 'gu'), ''), key).not.toMatch(others)
    }
  })
})

describe('wordingOf', () => {
  it.each([hi, mr, bn, ta, te, en])('words every state of a subscription ($subscribe)', (messages) => {
    for (const state of SUBSCRIPTION_STATES) {
      const { title, body } = wordingOf(subscriptionView({ state }), messages, 'en')
      expect(title, state).toBe(messages[state])
      if (state !== 'ACTIVE') expect(body, state).toMatch(/\S/)
    }
  })

  it('says of a cancelled subscription until when it goes on', () => {
    const ending = subscriptionView({ endsAtMs: inIndia('2027-02-10T00:00') })
    expect(wordingOf(ending, en, 'en').body).toBe('It goes on until 9 February 2027. Nothing more is debited.')
    const past = subscriptionView({ endsAtMs: inIndia('2027-01-10T00:00') })
    expect(wordingOf(past, en, 'en').body).toBe(en.endingNowBody)
  })

  it('says that a debit under way decides when a cancelled subscription ends', () => {
    const ending = subscriptionView({ endsAtMs: inIndia('2027-03-10T00:00'), isDebitUnderWay: true })
    const { body } = wordingOf(ending, en, 'en')
    expect(body).toContain('If it succeeds, your subscription goes on until 9 March 2027.')
    expect(body).toContain('If it fails, your subscription ends at once.')
    expect(body).not.toContain('Nothing more is debited')
  })

  it.each([en, hi, mr, bn, ta, te])(
    'says of no payer that the payer has cancelled ($endingTitle)',
    ({ endingTitle }) => {
      // The merchant may have cancelled.
      expect(endingTitle).not.toMatch(/(?:^| )(?:You|आपने|आप|तुम्ही|আপনি|நீங்கள்|మీరు) /)
    },
  )

  it('says where a pause is ended', () => {
    const paused = (pause: object) => wordingOf(subscriptionView({ state: 'PAUSED', ...pause }), en, 'en').body
    expect(paused({ pause: { endedBy: 'payer-in-app' } })).toBe(en.pausedInAppBody)
    expect(paused({ pause: { endedBy: 'payer' } })).toBe(en.pausedBody)
    expect(paused({ pause: { endedBy: 'merchant' } })).toBe(en.pausedByShopBody)
    expect(paused({ pause: { endedBy: 'merchant', untilMs: inIndia('2027-05-01T00:00') } })).toBe(
      'Nothing is debited until 1 May 2027.',
    )
  })

  it('offers the payer with failed debits to resume, and any other one a new mandate', () => {
    const halted = (haltedFor: 'debits-failed' | 'mandate-ended') =>
      wordingOf(subscriptionView({ state: 'HALTED', haltedFor }), en, 'en').body
    expect(halted('debits-failed')).toBe(en.haltedDebitsBody)
    expect(halted('mandate-ended')).toBe(en.haltedMandateBody)
  })
})

describe('cancellationText', () => {
  const text = (over: Parameters<typeof subscriptionView>[0]) => cancellationText(subscriptionView(over), en, 'en')
  const wouldEndAtMs = inIndia('2027-02-10T00:00')

  it('names the last paid day, or says that the subscription ends at once', () => {
    expect(text({ wouldEndAtMs })).toMatch(/^It goes on until 9 February 2027\. Nothing more is debited/)
    expect(text({ state: 'PAST_DUE' })).toBe(en.cancelNowBody)
  })

  it('says that a debit under way may still succeed', () => {
    expect(text({ wouldEndAtMs, isDebitUnderWay: true })).toBe(en.endingDebitBody.replace('{date}', '9 February 2027'))
  })
})

it('a day is a day in India, with the digits of the amounts', () => {
  const midnight = inIndia('2027-02-10T00:00')
  expect(dayText('en', midnight)).toBe('10 February 2027')
  expect(dayText('en', midnight - 1)).toBe('9 February 2027')
  expect(lastDayText('en', midnight)).toBe('9 February 2027')
  expect(dayText('hi-IN', midnight)).toBe('10 फ़रवरी 2027')
  for (const lang of ['bn', 'mr', 'ta', 'te']) expect(dayText(lang, midnight)).toMatch(/10.*2027/)
})

it('messages are English, or Hindi where the language is Hindi, and single ones can be replaced', () => {
  expect(subscriptionMessages('en', undefined).pause).toBe('Pause')
  expect(subscriptionMessages('hi', undefined).pause).toBe(hi.pause)
  expect(subscriptionMessages('hi', { pause: 'रुको' })).toEqual({ ...hi, pause: 'रुको' })
  const gap = { pause: undefined } as unknown as Partial<SubscriptionMessages>
  expect(subscriptionMessages('en', gap).pause).toBe('Pause')
  expect(subscriptionMessages('ta', ta)).toEqual(ta)
})
