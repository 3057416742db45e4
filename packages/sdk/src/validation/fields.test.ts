import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import {
  checkAmount,
  checkKnownId,
  checkMetaInfo,
  checkNewId,
  checkRedirectUrl,
  durationField,
  invalid,
  objectField,
  optionalFlag,
  optionalText,
  textField,
} from './fields.ts'

const refused = (work: () => unknown) => {
  const { kind, message, outcome, retryable } = thrownBy(work)
  expect({ kind, outcome, retryable }).toEqual({ kind: 'invalid-request', outcome: 'not-sent', retryable: false })
  return message
}

describe('fields', () => {
  it('a refusal names the field and the way out', () => {
    expect(invalid('vpa', 'must be a text')).toMatchObject({ field: 'vpa', message: 'vpa must be a text', attempts: 0 })
  })

  it('textField takes a text that says something', () => {
    expect(textField(' a ', 'x')).toBe(' a ')
    for (const value of ['', ' \t\n', 1, null, undefined, {}, ['a']]) {
      expect(refused(() => textField(value, 'x'))).toBe('x must be a non-empty text')
    }
  })

  it('optionalText and optionalFlag let nothing pass as nothing, and refuse another type', () => {
    for (const value of [undefined, '', 'a']) expect(() => optionalText(value, 'x')).not.toThrow()
    for (const value of [null, 1, {}]) expect(refused(() => optionalText(value, 'x'))).toBe('x must be a text')
    for (const value of [undefined, true, false]) expect(() => optionalFlag(value, 'x')).not.toThrow()
    for (const value of [null, 0, 'true'])
      expect(refused(() => optionalFlag(value, 'x'))).toBe('x must be true or false')
  })

  it('durationField takes milliseconds that a timer can keep', () => {
    expect(durationField(undefined, 'timeoutMs')).toBeUndefined()
    for (const value of [0.5, 1, 30_000, 2 ** 31 - 1]) expect(durationField(value, 'timeoutMs')).toBe(value)
    for (const value of [0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
      expect(refused(() => durationField(value, 'timeoutMs'))).toBe(
        'timeoutMs must be milliseconds above 0, at most 2147483647',
      )
    }
  })

  it('objectField takes objects, no lists', () => {
    const object = {}
    expect(objectField(object, 'input')).toBe(object)
    for (const value of [null, undefined, [], 'a', 1]) {
      expect(refused(() => objectField(value, 'input'))).toBe('input must be an object')
    }
  })
})

describe('checkAmount', () => {
  it('takes every positive safe integer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        expect(() => checkAmount(amount)).not.toThrow()
      }),
    )
  })

  it('refuses every other number, by the name of the field', () => {
    const others = fc
      .oneof(fc.double(), fc.integer({ max: 0 }), fc.constantFrom(2 ** 53, -(2 ** 53), 1e21, 5e-324))
      .filter((amount) => !(Number.isSafeInteger(amount) && amount > 0))
    fc.assert(
      fc.property(others, (amount) => {
        expect(thrownBy(() => checkAmount(amount, 'refund.amount'))).toMatchObject({
          kind: 'invalid-request',
          field: 'refund.amount',
          outcome: 'not-sent',
        })
      }),
    )
  })

  it('refuses everything that is no number', () => {
    fc.assert(
      fc.property(
        fc.anything().filter((value) => typeof value !== 'number'),
        (value) => {
          expect(thrownBy(() => checkAmount(value)).message).toBe(
            "amount must be an integer number of paise: inr('499.00') or paise(49900)",
          )
        },
      ),
    )
  })

  it.each([
    [0.1 + 0.2, "amount must be whole paise, not rupees with decimals: inr('499.50') or paise(49950)"],
    [2 ** 53, 'amount is beyond 2^53 - 1 paise'],
    [-(2 ** 53), 'amount is beyond 2^53 - 1 paise'],
    [-1, 'amount must be above zero paise'],
    [0, 'amount must be above zero paise'],
  ])('says what is wrong with %d', (amount, sentence) => {
    expect(thrownBy(() => checkAmount(amount)).message).toBe(sentence)
  })
})

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-']

describe('checkNewId', () => {
  it('takes 1 to 63 letters, digits, _ or -', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: 63 }), (letters) => {
        expect(() => checkNewId(letters.join(''), 'merchantOrderId')).not.toThrow()
      }),
    )
  })

  it.each(['', 'a'.repeat(64), 'a b', 'a/b', 'ä', '१', 'a\n', '.', 'a.b', 42, null, undefined, ['a']])(
    'refuses %j by name',
    (id) => {
      expect(thrownBy(() => checkNewId(id, 'merchantRefundId'))).toMatchObject({ field: 'merchantRefundId' })
    },
  )
})

describe('checkKnownId', () => {
  it.each(['order-1', 'a/../b?x=1', '%2e%2e', '...', 'चाय', '😀', ' a'])('takes %j', (id) => {
    expect(() => checkKnownId(id, 'transactionId')).not.toThrow()
  })

  it.each([
    ['', 'must be a non-empty text'],
    [' ', 'must be a non-empty text'],
    [42, 'must be a non-empty text'],
    [undefined, 'must be a non-empty text'],
    ['.', 'cannot be a dot segment'],
    ['..', 'cannot be a dot segment'],
    ['a\ud800', 'holds half a character'],
    ['\udc00a', 'holds half a character'],
  ])('refuses %j', (id, sentence) => {
    expect(thrownBy(() => checkKnownId(id, 'transactionId'))).toMatchObject({
      field: 'transactionId',
      message: `transactionId ${sentence}`,
    })
  })
})

const refusal = (metaInfo: unknown) => thrownBy(() => checkMetaInfo(metaInfo)).message

describe('checkMetaInfo', () => {
  it.each([
    [undefined],
    [{}],
    [{ udf1: undefined }],
    [Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`udf${index + 1}`, 'Az09_- @.+']))],
    [{ udf1: '', udf10: '₹'.repeat(256), udf11: '', udf15: 'a'.repeat(50) }],
  ])('takes %j', (metaInfo) => {
    expect(() => checkMetaInfo(metaInfo)).not.toThrow()
  })

  it.each(['udf0', 'udf16', 'udf01', 'udf1 ', 'UDF1', 'udf', 'xudf1', 'note', '__proto__x'])(
    'refuses the key %j',
    (key) => {
      expect(refusal({ [key]: 'a' })).toBe(`metaInfo.${key} is not known: the keys are udf1 to udf15`)
    },
  )

  it('udf1 to udf10 hold 256 characters of any kind', () => {
    for (const key of ['udf1', 'udf9', 'udf10']) {
      expect(() => checkMetaInfo({ [key]: '{"चाय": "☕"}' })).not.toThrow()
      expect(refusal({ [key]: 'a'.repeat(257) })).toBe(`metaInfo.${key} must be at most 256 characters`)
    }
  })

  it('udf11 to udf15 hold 50 of a narrow alphabet', () => {
    for (const key of ['udf11', 'udf13', 'udf15']) {
      expect(refusal({ [key]: 'a'.repeat(51) })).toBe(`metaInfo.${key} must be at most 50 characters`)
      for (const value of ['a/b', '₹', 'a\n', 'a#']) {
        expect(refusal({ [key]: value })).toBe(`metaInfo.${key} may hold letters, digits, spaces and _ - @ . + only`)
      }
    }
  })

  it('refuses what is no object and no text', () => {
    expect(refusal('cart')).toBe('metaInfo must be an object')
    expect(refusal({ udf1: 1 })).toBe('metaInfo.udf1 must be a text')
    expect(refusal({ udf1: null })).toBe('metaInfo.udf1 must be a text')
  })
})

describe('checkRedirectUrl', () => {
  it.each(['https://shop.example/thanks?o=1#x', 'http://localhost:3000', 'HTTPS://shop.example'])(
    'takes %s',
    (address) => {
      expect(() => checkRedirectUrl(address)).not.toThrow()
    },
  )

  it.each([
    [42, 'must be an address such as https://shop.example/thanks'],
    ['', 'must be a whole address such as https://shop.example/thanks'],
    ['/thanks', 'must be a whole address such as https://shop.example/thanks'],
    ['shop.example/thanks', 'must be a whole address such as https://shop.example/thanks'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['data:text/html,x', 'must begin with https://'],
    ['shopapp://thanks', 'must begin with https://'],
    ['\tjava\nscript:alert(1)', 'must begin with https://'],
  ])('refuses %j', (address, sentence) => {
    expect(thrownBy(() => checkRedirectUrl(address))).toMatchObject({
      field: 'redirectUrl',
      message: `redirectUrl ${sentence}`,
    })
  })
})
