import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { checkPaymentMode, needsRedirect } from './payment-mode.ts'

const expiry = { month: '06', year: '2030' }
const cardDetails = { encryptedCardNumber: 'cGFu==', encryptedCvv: 'Y3Z2==', encryptionKeyId: 7, expiry }
const tokenDetails = { encryptedToken: 'dG9rZW4=', encryptionKeyId: 7, expiry }
const card = { type: 'CARD', cardDetails } as const
const token = { type: 'TOKEN', tokenDetails } as const

const refusal = (mode: unknown) => thrownBy(() => checkPaymentMode(mode as PaymentMode))

describe('checkPaymentMode', () => {
  it.each<[PaymentMode]>([
    [{ type: 'UPI_QR' }],
    [{ type: 'PPE_INTENT' }],
    [{ type: 'UPI_INTENT', targetApp: 'PHONEPE' }],
    [{ type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'a@b' } }],
    [{ type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: '9000000001' }, message: 'm' }],
    [{ type: 'NET_BANKING', bankId: 'ICIC' }],
    [card],
    [token],
    [{ ...token, tokenDetails: { ...tokenDetails, encryptedCvv: 'Y3Z2==' } }],
  ])('takes %j', (mode) => {
    expect(() => checkPaymentMode(mode)).not.toThrow()
  })

  it.each([
    [undefined, 'paymentMode', 'paymentMode must be an object'],
    ['UPI_QR', 'paymentMode', 'paymentMode must be an object'],
    [
      { type: 'CASH' },
      'paymentMode.type',
      'paymentMode.type must be one of UPI_QR, UPI_INTENT, UPI_COLLECT, PPE_INTENT, CARD, TOKEN, NET_BANKING',
    ],
    [{ type: 'UPI_INTENT' }, 'paymentMode.targetApp', 'paymentMode.targetApp must be a non-empty text'],
    [{ type: 'UPI_COLLECT' }, 'paymentMode.details', 'paymentMode.details must be an object'],
    [
      { type: 'UPI_COLLECT', details: { type: 'EMAIL' } },
      'paymentMode.details.type',
      "paymentMode.details.type must be 'VPA' or 'PHONE_NUMBER'",
    ],
    [
      { type: 'UPI_COLLECT', details: { type: 'VPA', phoneNumber: '9' } },
      'paymentMode.details.vpa',
      'paymentMode.details.vpa must be a non-empty text',
    ],
    [
      { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: 9 } },
      'paymentMode.details.phoneNumber',
      'paymentMode.details.phoneNumber must be a non-empty text',
    ],
    [
      { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'a@b' }, message: 1 },
      'paymentMode.message',
      'paymentMode.message must be a text',
    ],
    [{ type: 'NET_BANKING' }, 'paymentMode.bankId', 'paymentMode.bankId must be a non-empty text'],
    [{ ...card, savedCard: 'yes' }, 'paymentMode.savedCard', 'paymentMode.savedCard must be true or false'],
    [{ type: 'CARD' }, 'paymentMode.cardDetails', 'paymentMode.cardDetails must be an object'],
    [{ type: 'TOKEN' }, 'paymentMode.tokenDetails', 'paymentMode.tokenDetails must be an object'],
  ])('refuses %j', (mode, field, message) => {
    expect(refusal(mode)).toMatchObject({ field, message })
  })

  it.each([
    [{ encryptedCardNumber: '' }, 'encryptedCardNumber', 'must be a non-empty text'],
    [{ encryptedCvv: undefined }, 'encryptedCvv', 'must be a non-empty text'],
    [{ encryptionKeyId: '7' }, 'encryptionKeyId', 'must be the integer index of the public key'],
    [{ encryptionKeyId: 1.5 }, 'encryptionKeyId', 'must be the integer index of the public key'],
    [{ expiry: undefined }, 'expiry', 'must be an object'],
    [{ expiry: { month: '6', year: '2030' } }, 'expiry.month', "must be two digits, '01' to '12'"],
    [{ expiry: { month: '13', year: '2030' } }, 'expiry.month', "must be two digits, '01' to '12'"],
    [{ expiry: { month: '00', year: '2030' } }, 'expiry.month', "must be two digits, '01' to '12'"],
    [{ expiry: { month: '06', year: '30' } }, 'expiry.year', "must be four digits, such as '2030'"],
  ])('refuses a card with %j', (change, field, sentence) => {
    expect(refusal({ ...card, cardDetails: { ...cardDetails, ...change } })).toMatchObject({
      field: `paymentMode.cardDetails.${field}`,
      message: `paymentMode.cardDetails.${field} ${sentence}`,
    })
  })

  // A merchant who sends the plain number has taken on all that encryption was to spare them: say so, and do not send it.
  it.each([
    [card, 'cardDetails', 'encryptedCardNumber', '4111 1111-1111 1111'],
    [card, 'cardDetails', 'encryptedCvv', '123'],
    [token, 'tokenDetails', 'encryptedToken', '4111111111111111'],
    [token, 'tokenDetails', 'encryptedCvv', '1234'],
    [card, 'cardDetails', 'cardNumber', '4111 1111 1111 1111'],
    [token, 'tokenDetails', 'pan', '4111111111111111'],
  ])('refuses plain numbers where ciphertext belongs, without repeating them: %j', (mode, details, field, plain) => {
    const before = (mode as { [name: string]: unknown })[details] as object
    const error = refusal({ ...mode, [details]: { ...before, [field]: plain } })
    expect(error).toMatchObject({ field: `paymentMode.${details}.${field}` })
    expect(error.message).toContain('is a plain number: encrypt it')
    expect(error.message).not.toContain(plain)
  })

  it('card, token and net banking come back to an address; the others need none', () => {
    const needing: PaymentMode['type'][] = ['CARD', 'TOKEN', 'NET_BANKING']
    for (const type of ['UPI_QR', 'UPI_INTENT', 'UPI_COLLECT', 'PPE_INTENT', ...needing] as const) {
      expect(needsRedirect({ type } as PaymentMode)).toBe(needing.includes(type))
    }
  })
})
