import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { durationField, invalid, objectField, optionalFlag, optionalText, textField } from './fields.ts'

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
