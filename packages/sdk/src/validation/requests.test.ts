import { paise } from '@galla/contract/money'
import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { requiresRedirectUrl, validateOrder, validatePaymentMode } from './requests.ts'

const order = { merchantOrderId: 'order-1', amount: paise(100) }
const messageWith = (more: object) => thrownBy(() => validateOrder({ ...order, ...more })).message
const constraint = { type: 'ACCOUNT', accountNumber: '000111222333', ifsc: 'ICIC0000001' }

describe('validateOrder', () => {
  it('accepts an order with required fields only, and one with all fields', () => {
    expect(() => validateOrder(order)).not.toThrow()
    expect(() =>
      validateOrder({ ...order, expireAfter: 1, metaInfo: { udf1: 'a' }, constraints: [constraint, constraint] }),
    ).not.toThrow()
    expect(() => validateOrder({ ...order, constraints: [] })).not.toThrow()
  })

  it('validates id, amount and metaInfo', () => {
    expect(messageWith({ merchantOrderId: 'a b' })).toContain('merchantOrderId must be 1 to 63 letters')
    expect(messageWith({ amount: 0.5 })).toContain('amount must be whole paise')
    expect(messageWith({ metaInfo: { note: 'a' } })).toContain('metaInfo.note is not known')
  })

  it.each([0, -1, 0.5, '900', null, Number.NaN, 2 ** 53])('rejects expireAfter %s', (expireAfter) => {
    expect(messageWith({ expireAfter })).toBe('expireAfter must be a whole number of seconds above 0')
  })

  it.each([
    ['ACCOUNT', 'constraints must be a list'],
    [{ 0: constraint }, 'constraints must be a list'],
    [[constraint, null], 'constraints[1] must be an object'],
    [[{ ...constraint, type: 'VPA' }], "constraints[0].type must be 'ACCOUNT'"],
    [[{ ...constraint, accountNumber: 12 }], 'constraints[0].accountNumber must be a non-empty string'],
    [[{ type: 'ACCOUNT', accountNumber: '1' }], 'constraints[0].ifsc must be a non-empty string'],
  ])('rejects constraints %j', (constraints, message) => {
    expect(messageWith({ constraints })).toBe(message)
  })
})

const expiry = { month: '06', year: '2030' }
const cardDetails = { encryptedCardNumber: 'cGFu==', encryptedCvv: 'Y3Z2==', encryptionKeyId: 7, expiry }
const tokenDetails = { encryptedToken: 'dG9rZW4=', encryptionKeyId: 7, expiry }
const card = { type: 'CARD', cardDetails } as const
const token = { type: 'TOKEN', tokenDetails } as const

const errorOf = (mode: unknown) => thrownBy(() => validatePaymentMode(mode as PaymentMode))

describe('validatePaymentMode', () => {
  it.each<[PaymentMode]>([
    [{ type: 'UPI_QR' }],
    [{ type: 'PPE_INTENT' }],
    [{ type: 'UPI_INTENT', targetApp: 'PHONEPE' }],
    [{ type: 'UPI_INTENT' }],
    [{ type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'a@b' } }],
    [{ type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: '9000000001' }, message: 'm' }],
    [{ type: 'NET_BANKING', bankId: 'ICIC' }],
    [card],
    [token],
    [{ ...token, tokenDetails: { ...tokenDetails, encryptedCvv: 'Y3Z2==' } }],
  ])('accepts %j', (mode) => {
    expect(() => validatePaymentMode(mode)).not.toThrow()
  })

  it.each([
    [undefined, 'paymentMode', 'paymentMode must be an object'],
    ['UPI_QR', 'paymentMode', 'paymentMode must be an object'],
    [
      { type: 'CASH' },
      'paymentMode.type',
      'paymentMode.type must be one of UPI_QR, UPI_INTENT, UPI_COLLECT, PPE_INTENT, CARD, TOKEN, NET_BANKING',
    ],
    [
      { type: 'UPI_INTENT', targetApp: '' },
      'paymentMode.targetApp',
      'paymentMode.targetApp must be a non-empty string',
    ],
    [{ type: 'UPI_COLLECT' }, 'paymentMode.details', 'paymentMode.details must be an object'],
    [
      { type: 'UPI_COLLECT', details: { type: 'EMAIL' } },
      'paymentMode.details.type',
      "paymentMode.details.type must be 'VPA' or 'PHONE_NUMBER'",
    ],
    [
      { type: 'UPI_COLLECT', details: { type: 'VPA', phoneNumber: '9' } },
      'paymentMode.details.vpa',
      'paymentMode.details.vpa must be a non-empty string',
    ],
    [
      { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: 9 } },
      'paymentMode.details.phoneNumber',
      'paymentMode.details.phoneNumber must be a non-empty string',
    ],
    [
      { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'a@b' }, message: 1 },
      'paymentMode.message',
      'paymentMode.message must be a string',
    ],
    [{ type: 'NET_BANKING' }, 'paymentMode.bankId', 'paymentMode.bankId must be a non-empty string'],
    [{ ...card, savedCard: 'yes' }, 'paymentMode.savedCard', 'paymentMode.savedCard must be true or false'],
    [{ type: 'CARD' }, 'paymentMode.cardDetails', 'paymentMode.cardDetails must be an object'],
    [{ type: 'TOKEN' }, 'paymentMode.tokenDetails', 'paymentMode.tokenDetails must be an object'],
  ])('rejects %j', (mode, field, message) => {
    expect(errorOf(mode)).toMatchObject({ field, message })
  })

  it.each([
    [{ encryptedCardNumber: '' }, 'encryptedCardNumber', 'must be a non-empty string'],
    [{ encryptedCvv: undefined }, 'encryptedCvv', 'must be a non-empty string'],
    [{ encryptionKeyId: '7' }, 'encryptionKeyId', 'must be the integer index of the public key'],
    [{ encryptionKeyId: 1.5 }, 'encryptionKeyId', 'must be the integer index of the public key'],
    [{ expiry: undefined }, 'expiry', 'must be an object'],
    [{ expiry: { month: '6', year: '2030' } }, 'expiry.month', "must be two digits, '01' to '12'"],
    [{ expiry: { month: '13', year: '2030' } }, 'expiry.month', "must be two digits, '01' to '12'"],
    [{ expiry: { month: '00', year: '2030' } }, 'expiry.month', "must be two digits, '01' to '12'"],
    [{ expiry: { month: '06', year: '30' } }, 'expiry.year', "must be four digits, such as '2030'"],
  ])('rejects a card with %j', (change, field, problem) => {
    expect(errorOf({ ...card, cardDetails: { ...cardDetails, ...change } })).toMatchObject({
      field: `paymentMode.cardDetails.${field}`,
      message: `paymentMode.cardDetails.${field} ${problem}`,
    })
  })

  // A plain card number in the merchant's backend is a PCI incident: report it, and never send it.
  it.each([
    [card, 'cardDetails', 'encryptedCardNumber', '4111 1111-1111 1111'],
    [card, 'cardDetails', 'encryptedCvv', '123'],
    [token, 'tokenDetails', 'encryptedToken', '4111111111111111'],
    [token, 'tokenDetails', 'encryptedCvv', '1234'],
    [card, 'cardDetails', 'cardNumber', '4111 1111 1111 1111'],
    [token, 'tokenDetails', 'pan', '4111111111111111'],
  ])('rejects plain card data without repeating it: %j', (mode, details, field, plain) => {
    const before = (mode as { [name: string]: unknown })[details] as object
    const error = errorOf({ ...mode, [details]: { ...before, [field]: plain } })
    expect(error).toMatchObject({ field: `paymentMode.${details}.${field}` })
    expect(error.message).toContain('is not encrypted: encrypt it')
    expect(error.message).not.toContain(plain)
  })

  it('requiresRedirectUrl is true for card, token and net banking only', () => {
    const withPage: PaymentMode['type'][] = ['CARD', 'TOKEN', 'NET_BANKING']
    for (const type of ['UPI_QR', 'UPI_INTENT', 'UPI_COLLECT', 'PPE_INTENT', ...withPage] as const) {
      expect(requiresRedirectUrl({ type } as PaymentMode)).toBe(withPage.includes(type))
    }
  })
})
