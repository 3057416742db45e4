import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskMessage, maskSentence, maskVpa, storable } from './masking.ts'

describe('masking', () => {
  it.each([
    ['susheela@ybl', 'su****a@ybl'],
    ['9876543210@upi', '98****0@upi'],
    ['ravi@ybl', '****@ybl'],
  ])('masks %s as %s', (vpa, masked) => {
    expect(maskVpa(vpa)).toBe(masked)
  })

  it('leaves no half of a character, which the database would refuse together with the payment', () => {
    expect(maskVpa('a😀bcdef@ybl')).toBe('a\ufffd****f@ybl')
    expect(maskVpa('abcdef😀@ybl')).toBe('ab****\ufffd@ybl')
  })

  it('keeps shape, ids, amounts and states, and masks payer data and secrets', () => {
    const message = {
      event: 'checkout.order.completed',
      payload: {
        merchantOrderId: 'one',
        amount: 49_900,
        paymentDetails: [
          {
            state: 'COMPLETED',
            rail: { type: 'UPI', utr: '123456789012', vpa: 'susheela@ybl' },
            instrument: { type: 'ACCOUNT', accountHolderName: 'Susheela Rao', unmaskedAccountNumber: '00112233445566' },
          },
        ],
        metaInfo: { udf1: 'third floor, blue door' },
        paymentMode: { type: 'NET_BANKING', bankId: 'ICIC', merchantUserId: 'asha-55' },
        phoneNumber: 9_876_543_210,
        authorization: 'hash',
        encryptedCardNumber: 'AAAA',
      },
    }
    const kept = JSON.stringify(maskMessage(message))
    expect(kept).not.toMatch(/susheela@|Susheela|00112233|third floor|asha-55|9876543210|hash|AAAA/)
    expect(kept).toContain('"merchantOrderId":"one","amount":49900')
    expect(kept).toContain('"utr":"123456789012","vpa":"su****a@ybl"')
    expect(kept).toContain('"bankId":"ICIC","merchantUserId":"****"')
  })

  it('keeps a field that is named like a prototype as data', () => {
    const message = JSON.parse('{"__proto__":{"amount":1},"constructor":{"amount":2},"amount":3}')
    expect(JSON.stringify(maskMessage(message))).toBe('{"****":{"amount":1},"constructor":{"amount":2},"amount":3}')
  })

  it.each([
    ['com.google.android.apps.nbu.paisa.user', 'com.google.android.apps.nbu.paisa.user'],
    ['PHONEPE', 'PHONEPE'],
    ['4242424242424242', '****'],
    ['+91 98765 43210', '****'],
    ['susheela@ybl', '****'],
    ['p.4242424242424242', '****'],
    ['u.ABCDE1234F', '****'],
    ['a9876543210.x', '****'],
  ])('keeps what looks like the name of an app: %s', (targetApp, masked) => {
    expect(maskMessage({ targetApp })).toEqual({ targetApp: masked })
  })

  it('masks what is nested deeper than the limit', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(JSON.stringify(maskMessage(deep)).length).toBeLessThan(100)
  })

  it('removes the characters that PostgreSQL cannot store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.integer({ min: 0, max: 20 }), (text, cut) => {
        const kept = storable(`${text}\0\ud800${text.slice(0, cut)}`)
        expect(kept).not.toContain('\0')
        expect(() => encodeURIComponent(kept)).not.toThrow()
      }),
    )
  })

  it('masks addresses and numbers in a sentence, and reads a long word once', () => {
    expect(maskSentence('no mandate of asha@okaxis, +91 98765 43210 (ABCDE1234F)')).toBe(
      'no mandate of ****, **** (****)',
    )
    const word = 'a'.repeat(1_000_000)
    expect(maskSentence(`${word} asha@okaxis`)).toBe(`${word} ****`)
  })
})
