import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { checkAmount } from './amount.ts'

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
