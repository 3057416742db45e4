import { PAYMENT_MODE_TYPES, type PaymentMode } from '@galla/contract/provider/payment-mode'
import type { OrderBody } from '@galla/contract/provider/requests'
import {
  checkAmount,
  checkMetaInfo,
  checkNewId,
  invalid,
  objectField,
  optionalFlag,
  optionalText,
  textField,
} from './fields.ts'

/** What all four calls that open an order share. */
export function checkOrder(body: OrderBody & { constraints?: unknown }): void {
  checkNewId(body.merchantOrderId, 'merchantOrderId')
  checkAmount(body.amount)
  const { expireAfter } = body
  if (expireAfter !== undefined && !(Number.isSafeInteger(expireAfter) && expireAfter > 0)) {
    throw invalid('expireAfter', 'must be a whole number of seconds above 0')
  }
  checkMetaInfo(body.metaInfo)
  checkConstraints(body.constraints)
}

function checkConstraints(constraints: unknown): void {
  if (constraints === undefined) return
  if (!Array.isArray(constraints)) throw invalid('constraints', 'must be a list')
  for (const [index, item] of constraints.entries()) {
    const field = `constraints[${index}]`
    const constraint: { type?: unknown; accountNumber?: unknown; ifsc?: unknown } = objectField(item, field)
    if (constraint.type !== 'ACCOUNT') throw invalid(`${field}.type`, "must be 'ACCOUNT'")
    textField(constraint.accountNumber, `${field}.accountNumber`)
    textField(constraint.ifsc, `${field}.ifsc`)
  }
}

const PLAIN = 'is a plain number: encrypt it with the public key of the provider first'

/** What the wire carries in the clear beside the ciphertext. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['cardHolderName', 'panSuffix', 'cryptogram', 'eci', 'atc'])

type Fields = { readonly [field: string]: unknown }

/** Fields of the mode that was asked for (provider-protocol §4). Says what is missing before the provider does. */
export function checkPaymentMode(mode: PaymentMode): void {
  const fields = objectField(mode, 'paymentMode') as PaymentMode
  switch (fields.type) {
    case 'UPI_QR':
    case 'PPE_INTENT':
      return
    case 'UPI_INTENT':
      textField(fields.targetApp, 'paymentMode.targetApp')
      return
    case 'UPI_COLLECT':
      checkPayer(fields.details)
      optionalText(fields.message, 'paymentMode.message')
      return
    case 'NET_BANKING':
      textField(fields.bankId, 'paymentMode.bankId')
      return
    case 'CARD':
      optionalFlag(fields.savedCard, 'paymentMode.savedCard')
      checkSecret(fields.cardDetails, 'paymentMode.cardDetails', 'encryptedCardNumber')
      return
    case 'TOKEN':
      checkSecret(fields.tokenDetails, 'paymentMode.tokenDetails', 'encryptedToken')
      return
    default:
      throw invalid('paymentMode.type', `must be one of ${PAYMENT_MODE_TYPES.join(', ')}`)
  }
}

/** True for modes that send the payer to a page, and so need an address to come back to. */
export function needsRedirect(mode: PaymentMode): boolean {
  return mode.type === 'CARD' || mode.type === 'TOKEN' || mode.type === 'NET_BANKING'
}

function checkPayer(details: unknown): void {
  const payer = objectField(details, 'paymentMode.details') as Fields
  if (payer.type === 'VPA') textField(payer.vpa, 'paymentMode.details.vpa')
  else if (payer.type === 'PHONE_NUMBER') textField(payer.phoneNumber, 'paymentMode.details.phoneNumber')
  else throw invalid('paymentMode.details.type', "must be 'VPA' or 'PHONE_NUMBER'")
}

function checkSecret(details: unknown, field: string, numberField: string): void {
  const card = objectField(details, field) as Fields
  textField(card[numberField], `${field}.${numberField}`)
  // A field that the wire does not know is a slip, and a number in it would leave beside its ciphertext.
  for (const [name, value] of Object.entries(card)) {
    if (!OPEN_FIELDS.has(name) && isPlainNumber(value)) throw invalid(`${field}.${name}`, PLAIN)
  }
  if (card.encryptedCvv !== undefined || numberField === 'encryptedCardNumber') {
    if (isPlainDigits(textField(card.encryptedCvv, `${field}.encryptedCvv`))) {
      throw invalid(`${field}.encryptedCvv`, PLAIN)
    }
  }
  if (!Number.isSafeInteger(card.encryptionKeyId))
    throw invalid(`${field}.encryptionKeyId`, 'must be the integer index of the public key')
  checkExpiry(card.expiry, `${field}.expiry`)
}

function isPlainDigits(text: string): boolean {
  return /^[\d\s-]{3,23}$/.test(text)
}

/** A card number has 12 to 19 digits, however it is spaced. */
function isPlainNumber(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  return /^\d{12,19}$/.test(String(value).replace(/[\s-]/g, ''))
}

function checkExpiry(value: unknown, field: string): void {
  const expiry = objectField(value, field) as Fields
  if (!/^(0[1-9]|1[0-2])$/.test(String(expiry.month)))
    throw invalid(`${field}.month`, "must be two digits, '01' to '12'")
  if (!/^\d{4}$/.test(String(expiry.year))) throw invalid(`${field}.year`, "must be four digits, such as '2030'")
}
