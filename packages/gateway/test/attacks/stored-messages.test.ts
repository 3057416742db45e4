import { describe, expect, it } from 'vitest'
import { maskMessage } from '../../src/domain/privacy/masking.ts'
import { describeError } from '../../src/errors.ts'
import { loggablePayload } from '../../src/provider/instrumentation.ts'

/** Fields that the provider may add, and that no list of known personal fields names. */
const UNKNOWN = {
  fullName: 'Susheela Rao',
  contact: '9876543210',
  contactNumber: 9_876_543_210,
  dob: '1984-02-29',
  pan: 'ABCDE1234F',
  gstin: '27ABCDE1234F1Z5',
  payer: { firstName: 'Susheela', details: ['Rao', { nick: 'Susheela R' }] },
  message: 'Susheela Rao paid',
  note: '{"fullName":"Susheela Rao"}',
  'Susheela Rao': true,
}
const MARKS = /Susheela|Rao|9876543210|1984|ABCDE1234F/

describe('personal data in unknown fields', () => {
  it('is not stored with a callback', () => {
    const kept = JSON.stringify(
      maskMessage({ event: 'checkout.order.completed', payload: { ...UNKNOWN, amount: 100 } }),
    )
    expect(kept).not.toMatch(MARKS)
    expect(kept).toContain('"amount":100')
  })

  it('is not stored with a call', () => {
    expect(JSON.stringify(loggablePayload({ merchantOrderId: 'a', ...UNKNOWN }))).not.toMatch(MARKS)
  })

  it.each([
    ['susheela.rao@okhdfcbank is not registered', /susheela/],
    ['Contact: +91 98765 43210', /98765/],
    ['no payer with 9876543210', /9876543210/],
    ['card 4111-1111-1111-1111 declined', /4111/],
    ['PAN ABCDE1234F does not match', /ABCDE/],
  ])('is not stored of the error "%s"', (message, mark) => {
    expect(describeError(new Error(message))).not.toMatch(mark)
  })
})
