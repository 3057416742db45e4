import * as moneyBack from '@galla/contract/money-back'
import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { describe, expect, it } from 'vitest'
import { bn } from './bn.ts'
import { en, type Messages } from './en.ts'
import { hi } from './hi.ts'
import { failureMessage, formatMessage, refusalMessage } from './messages.ts'
import { mr } from './mr.ts'
import { ta } from './ta.ts'
import { te } from './te.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const entries = (messages: Messages) => Object.entries<string>(messages)

describe.each([
  [hi, /\p{Script=Devanagari}/u],
  [mr, /\p{Script=Devanagari}/u],
  [bn, /\p{Script=Bengali}/u],
  [ta, /\p{Script=Tamil}/u],
  [te, /\p{Script=Telugu}/u],
])('the translation $lang', (translation: Messages, script: RegExp) => {
  it('has the keys of English, no empty message and the same placeholders', () => {
    expect(Object.keys(translation).sort()).toEqual(Object.keys(en).sort())
    for (const [key, text] of entries(translation)) {
      expect(text.trim(), key).not.toBe('')
      expect(placeholders(text), key).toEqual(placeholders(en[key as keyof Messages]))
    }
  })

  /** Terms that are the same in every Indian language. */
  const SHARED = new Set(['lang', 'dir', 'upi', 'vpa', 'cardCvv', 'cardExpiryHint'])

  it('is written in its own script only, apart from shared terms', () => {
    const others = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}]/u
    for (const [key, text] of entries(translation)) {
      if (!SHARED.has(key)) expect(text, key).toMatch(script)
      // The danda belongs to Devanagari by name, and to Bengali by use.
      expect(text.replaceAll('।', '').replace(new RegExp(script, 'gu'), ''), key).not.toMatch(others)
    }
  })
})

it.each([en, hi, bn, mr, ta, te])(
  '$lang does not say of a failed payment that the payer was charged before',
  ({ failedBody }) => {
    expect(failedBody).not.toMatch(/again|दोबारा|আবার|पुन्हा|மீண்டும்|మళ్లీ/u)
  },
)

it.each([en, hi, bn, mr, ta, te])('$lang says with the shared sentence when returned money is seen', (messages) => {
  for (const key of ['failedBody', 'expiredBody', 'latePaymentBody', 'refundingBody'] as const) {
    expect(
      Object.values(moneyBack).filter((sentence) => messages[key].includes(sentence)),
      key,
    ).toHaveLength(1)
  }
})

it('a translation that lacks a message does not compile', () => {
  const { pay: _, ...rest } = en
  // @ts-expect-error
  const messages: Messages = rest
  expect(messages.pay).toBeUndefined()
})

describe('formatMessage', () => {
  it('fills in the placeholders', () => {
    expect(formatMessage(en, 'savedCard', { network: 'RuPay', last4: '1117' })).toBe('RuPay ending in 1117')
    expect(formatMessage(hi, 'pay', { amount: '₹1,49,950.00' })).toBe('₹1,49,950.00 पे करें')
  })

  it('inserts a value unchanged, even with special characters', () => {
    expect(formatMessage(en, 'pay', { amount: '$& {amount}' })).toBe('Pay $& {amount}')
  })
})

describe('failureMessage', () => {
  it('returns the message of the code, in the payer’s language', () => {
    expect(failureMessage(hi, { errorCode: 'INVALID_MPIN' })).toBe(hi.reasonPin)
  })

  it('prefers the detailed code where it is known', () => {
    expect(failureMessage(en, { errorCode: 'OTHERS', detailedErrorCode: 'INTENT_EXPIRED' })).toBe(en.reasonTimeout)
    expect(failureMessage(en, { errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })).toBe(en.reasonPin)
  })

  it.each(['NEW', 'constructor', 'toString', '__proto__'])('returns the general message for %s', (errorCode) => {
    expect(failureMessage(hi, { errorCode })).toBe(hi.reasonOther)
  })

  it('returns undefined without a code', () => {
    expect(failureMessage(en, {})).toBeUndefined()
  })

  it('has a message of its own for every failure on the payer’s side', () => {
    const general = Object.entries(FAILURE_CODES).filter(
      ([detailedErrorCode, { errorCode, source }]) =>
        source === 'CUSTOMER' && failureMessage(en, { errorCode, detailedErrorCode }) === en.reasonOther,
    )
    expect(general.map(([detailedErrorCode]) => detailedErrorCode)).toEqual(['INVALID_AMOUNT'])
  })
})

describe('refusalMessage', () => {
  it.each([
    ['PAYMENT_IN_PROGRESS', hi.paymentInProgress],
    ['ORDER_CLOSED', hi.orderClosed],
    ['COLLECT_NOT_ALLOWED', hi.collectClosed],
    ['NOT_OFFERED', hi.methodNotOffered],
    ['CARD_NOT_ALLOWED', hi.reasonCardNotAccepted],
    ['NEW', hi.requestRefused],
    ['constructor', hi.requestRefused],
  ])('%s: %s', (code, message) => {
    expect(refusalMessage(hi, code)).toBe(message)
  })
})
