import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import {
  invalidRequest,
  optionalBoolean,
  optionalDuration,
  optionalString,
  requireObject,
  requireString,
  validateAmount,
  validateLookupId,
  validateMetaInfo,
  validateNewId,
  validateRedirectUrl,
} from './fields.ts'

const messageOf = (work: () => unknown) => {
  const { kind, message, outcome, retryable } = thrownBy(work)
  expect({ kind, outcome, retryable }).toEqual({ kind: 'invalid-request', outcome: 'not-sent', retryable: false })
  return message
}

describe('fields', () => {
  it('invalidRequest names the field and the problem', () => {
    expect(invalidRequest('vpa', 'must be a string')).toMatchObject({
      field: 'vpa',
      message: 'vpa must be a string',
      attempts: 0,
    })
  })

  it('requireString accepts a string that is not blank', () => {
    expect(requireString(' a ', 'x')).toBe(' a ')
    for (const value of ['', ' \t\n', 1, null, undefined, {}, ['a']]) {
      expect(messageOf(() => requireString(value, 'x'))).toBe('x must be a non-empty string')
    }
  })

  it('optionalString and optionalBoolean accept undefined and reject other types', () => {
    for (const value of [undefined, '', 'a']) expect(() => optionalString(value, 'x')).not.toThrow()
    for (const value of [null, 1, {}]) expect(messageOf(() => optionalString(value, 'x'))).toBe('x must be a string')
    for (const value of [undefined, true, false]) expect(() => optionalBoolean(value, 'x')).not.toThrow()
    for (const value of [null, 0, 'true'])
      expect(messageOf(() => optionalBoolean(value, 'x'))).toBe('x must be true or false')
  })

  it('optionalDuration accepts milliseconds up to the maximum of a timer', () => {
    expect(optionalDuration(undefined, 'timeoutMs')).toBeUndefined()
    for (const value of [0.5, 1, 30_000, 2 ** 31 - 1]) expect(optionalDuration(value, 'timeoutMs')).toBe(value)
    for (const value of [0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
      expect(messageOf(() => optionalDuration(value, 'timeoutMs'))).toBe(
        'timeoutMs must be milliseconds above 0, at most 2147483647',
      )
    }
  })

  it('requireObject accepts objects, not lists', () => {
    const object = {}
    expect(requireObject(object, 'input')).toBe(object)
    for (const value of [null, undefined, [], 'a', 1]) {
      expect(messageOf(() => requireObject(value, 'input'))).toBe('input must be an object')
    }
  })
})

describe('validateAmount', () => {
  it('accepts every positive safe integer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (amount) => {
        expect(() => validateAmount(amount)).not.toThrow()
      }),
    )
  })

  it('rejects every other number and names the field', () => {
    const others = fc
      .oneof(fc.double(), fc.integer({ max: 0 }), fc.constantFrom(2 ** 53, -(2 ** 53), 1e21, 5e-324))
      .filter((amount) => !(Number.isSafeInteger(amount) && amount > 0))
    fc.assert(
      fc.property(others, (amount) => {
        expect(thrownBy(() => validateAmount(amount, 'refund.amount'))).toMatchObject({
          kind: 'invalid-request',
          field: 'refund.amount',
          outcome: 'not-sent',
        })
      }),
    )
  })

  it('rejects everything that is not a number', () => {
    fc.assert(
      fc.property(
        fc.anything().filter((value) => typeof value !== 'number'),
        (value) => {
          expect(thrownBy(() => validateAmount(value)).message).toBe(
            "amount must be an integer number of paise: inr('499.00') or paise(49900)",
          )
        },
      ),
    )
  })

  it.each([
    [
      0.1 + 0.2,
      "amount must be whole paise, not rupees with decimals: paise(49950), inr('499.50') or Math.round(rupees * 100)",
    ],
    [2 ** 53, 'amount is beyond 2^53 - 1 paise'],
    [-(2 ** 53), 'amount is beyond 2^53 - 1 paise'],
    [-1, 'amount must be above zero paise'],
    [0, 'amount must be above zero paise'],
  ])('explains what is wrong with %d', (amount, message) => {
    expect(thrownBy(() => validateAmount(amount)).message).toBe(message)
  })
})

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-']

describe('validateNewId', () => {
  it('accepts 1 to 63 letters, digits, _ or -', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: 63 }), (letters) => {
        expect(() => validateNewId(letters.join(''), 'merchantOrderId')).not.toThrow()
      }),
    )
  })

  it.each(['', 'a'.repeat(64), 'a b', 'a/b', 'ä', '१', 'a\n', '.', 'a.b', 42, null, undefined, ['a']])(
    'rejects %j and names the field',
    (id) => {
      expect(thrownBy(() => validateNewId(id, 'merchantRefundId'))).toMatchObject({ field: 'merchantRefundId' })
    },
  )
})

describe('validateLookupId', () => {
  it.each(['order-1', 'a/../b?x=1', '%2e%2e', '...', 'चाय', '😀', ' a'])('accepts %j', (id) => {
    expect(() => validateLookupId(id, 'transactionId')).not.toThrow()
  })

  it.each([
    ['', 'must be a non-empty string'],
    [' ', 'must be a non-empty string'],
    [42, 'must be a non-empty string'],
    [undefined, 'must be a non-empty string'],
    ['.', 'cannot be a dot segment'],
    ['..', 'cannot be a dot segment'],
    ['a\ud800', 'contains an unpaired surrogate'],
    ['\udc00a', 'contains an unpaired surrogate'],
  ])('rejects %j', (id, problem) => {
    expect(thrownBy(() => validateLookupId(id, 'transactionId'))).toMatchObject({
      field: 'transactionId',
      message: `transactionId ${problem}`,
    })
  })
})

const metaInfoMessage = (metaInfo: unknown) => thrownBy(() => validateMetaInfo(metaInfo)).message

describe('validateMetaInfo', () => {
  it.each([
    [undefined],
    [{}],
    [{ udf1: undefined }],
    [Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`udf${index + 1}`, 'Az09_- @.+']))],
    [{ udf1: '', udf10: '₹'.repeat(256), udf11: '', udf15: 'a'.repeat(50) }],
  ])('accepts %j', (metaInfo) => {
    expect(() => validateMetaInfo(metaInfo)).not.toThrow()
  })

  it.each(['udf0', 'udf16', 'udf01', 'udf1 ', 'UDF1', 'udf', 'xudf1', 'note', '__proto__x'])(
    'rejects the key %j',
    (key) => {
      expect(metaInfoMessage({ [key]: 'a' })).toBe(`metaInfo.${key} is not known: the keys are udf1 to udf15`)
    },
  )

  it('accepts up to 256 characters of any kind in udf1 to udf10', () => {
    for (const key of ['udf1', 'udf9', 'udf10']) {
      expect(() => validateMetaInfo({ [key]: '{"चाय": "☕"}' })).not.toThrow()
      expect(metaInfoMessage({ [key]: 'a'.repeat(257) })).toBe(`metaInfo.${key} must be at most 256 characters`)
    }
  })

  it('accepts up to 50 characters of a restricted alphabet in udf11 to udf15', () => {
    for (const key of ['udf11', 'udf13', 'udf15']) {
      expect(metaInfoMessage({ [key]: 'a'.repeat(51) })).toBe(`metaInfo.${key} must be at most 50 characters`)
      for (const value of ['a/b', '₹', 'a\n', 'a#']) {
        expect(metaInfoMessage({ [key]: value })).toBe(
          `metaInfo.${key} may contain only letters, digits, spaces and _ - @ . +`,
        )
      }
    }
  })

  it('rejects what is not an object, and values that are not strings', () => {
    expect(metaInfoMessage('cart')).toBe('metaInfo must be an object')
    expect(metaInfoMessage({ udf1: 1 })).toBe('metaInfo.udf1 must be a string')
    expect(metaInfoMessage({ udf1: null })).toBe('metaInfo.udf1 must be a string')
  })
})

describe('validateRedirectUrl', () => {
  it.each(['https://shop.example/thanks?o=1#x', 'http://localhost:3000', 'HTTPS://shop.example'])(
    'accepts %s',
    (url) => {
      expect(() => validateRedirectUrl(url)).not.toThrow()
    },
  )

  it.each([
    [42, 'must be a URL such as https://shop.example/thanks'],
    ['', 'must be an absolute URL such as https://shop.example/thanks'],
    ['/thanks', 'must be an absolute URL such as https://shop.example/thanks'],
    ['shop.example/thanks', 'must be an absolute URL such as https://shop.example/thanks'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['data:text/html,x', 'must begin with https://'],
    ['shopapp://thanks', 'must begin with https://'],
    ['\tjava\nscript:alert(1)', 'must begin with https://'],
  ])('rejects %j', (url, problem) => {
    expect(thrownBy(() => validateRedirectUrl(url))).toMatchObject({
      field: 'redirectUrl',
      message: `redirectUrl ${problem}`,
    })
  })
})
