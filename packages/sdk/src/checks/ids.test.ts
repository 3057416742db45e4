import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { checkKnownId, checkNewId } from './ids.ts'

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
