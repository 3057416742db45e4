import { PAYMENT_MODE_TYPES, type PaymentMode } from '@galla/contract/provider/payment-mode'
import type { OrderBody } from '@galla/contract/provider/requests'
import {
  invalidRequest,
  optionalBoolean,
  optionalString,
  requireObject,
  requireString,
  validateAmount,
  validateMetaInfo,
  validateNewId,
} from './fields.ts'

/** The fields that all four requests for an order share. */
export function validateOrder(body: OrderBody & { constraints?: unknown }): void {
  validateNewId(body.merchantOrderId, 'merchantOrderId')
  validateAmount(body.amount)
  const { expireAfter } = body
  if (expireAfter !== undefined && !(Number.isSafeInteger(expireAfter) && expireAfter > 0)) {
    throw invalidRequest('expireAfter', 'must be a whole number of seconds above 0')
  }
  validateMetaInfo(body.metaInfo)
  validateConstraints(body.constraints)
}

function validateConstraints(constraints: unknown): void {
  if (constraints === undefined) return
  if (!Array.isArray(constraints)) throw invalidRequest('constraints', 'must be a list')
  for (const [index, item] of constraints.entries()) {
    const field = `constraints[${index}]`
    const constraint: { type?: unknown; accountNumber?: unknown; ifsc?: unknown } = requireObject(item, field)
    if (constraint.type !== 'ACCOUNT') throw invalidRequest(`${field}.type`, "must be 'ACCOUNT'")
    requireString(constraint.accountNumber, `${field}.accountNumber`)
    requireString(constraint.ifsc, `${field}.ifsc`)
  }
}

const NOT_ENCRYPTED = 'is not encrypted: encrypt it with the public key of the provider first'

/** Card fields that the protocol sends in clear text, and that may consist of digits. */
const PLAIN_TEXT_FIELDS: ReadonlySet<string> = new Set(['panSuffix', 'cryptogram', 'eci', 'atc'])

type Fields = { readonly [field: string]: unknown }

/** The fields of each payment mode (protocol §4). */
export function validatePaymentMode(mode: PaymentMode): void {
  const fields = requireObject(mode, 'paymentMode') as PaymentMode
  switch (fields.type) {
    case 'UPI_QR':
    case 'PPE_INTENT':
      return
    case 'UPI_INTENT':
      if (fields.targetApp !== undefined) requireString(fields.targetApp, 'paymentMode.targetApp')
      return
    case 'UPI_COLLECT':
      validatePayer(fields.details)
      optionalString(fields.message, 'paymentMode.message')
      return
    case 'NET_BANKING':
      requireString(fields.bankId, 'paymentMode.bankId')
      return
    case 'CARD':
      optionalBoolean(fields.savedCard, 'paymentMode.savedCard')
      validateCard(fields.cardDetails, 'paymentMode.cardDetails', 'encryptedCardNumber')
      return
    case 'TOKEN':
      validateCard(fields.tokenDetails, 'paymentMode.tokenDetails', 'encryptedToken')
      return
    default:
      throw invalidRequest('paymentMode.type', `must be one of ${PAYMENT_MODE_TYPES.join(', ')}`)
  }
}

/** True for modes that send the payer to a page and therefore need a URL to return to. */
export function requiresRedirectUrl(mode: PaymentMode): boolean {
  return mode.type === 'CARD' || mode.type === 'TOKEN' || mode.type === 'NET_BANKING'
}

function validatePayer(details: unknown): void {
  const payer = requireObject(details, 'paymentMode.details') as Fields
  if (payer.type === 'VPA') requireString(payer.vpa, 'paymentMode.details.vpa')
  else if (payer.type === 'PHONE_NUMBER') requireString(payer.phoneNumber, 'paymentMode.details.phoneNumber')
  else throw invalidRequest('paymentMode.details.type', "must be 'VPA' or 'PHONE_NUMBER'")
}

function validateCard(details: unknown, field: string, numberField: string): void {
  const card = requireObject(details, field) as Fields
  requireString(card[numberField], `${field}.${numberField}`)
  // Unknown fields are checked too: a misspelt name would send a card number in clear text.
  refuseCardNumbers(card, field)
  if (card.billingAddress !== undefined) {
    refuseCardNumbers(requireObject(card.billingAddress, `${field}.billingAddress`), `${field}.billingAddress`)
  }
  if (card.encryptedCvv !== undefined || numberField === 'encryptedCardNumber') {
    if (isPlainDigits(requireString(card.encryptedCvv, `${field}.encryptedCvv`))) {
      throw invalidRequest(`${field}.encryptedCvv`, NOT_ENCRYPTED)
    }
  }
  if (!Number.isSafeInteger(card.encryptionKeyId)) {
    throw invalidRequest(`${field}.encryptionKeyId`, 'must be the integer index of the public key')
  }
  validateExpiry(card.expiry, `${field}.expiry`)
}

function refuseCardNumbers(fields: object, path: string): void {
  for (const [name, value] of Object.entries(fields)) {
    if (!PLAIN_TEXT_FIELDS.has(name) && isCardNumber(value)) throw invalidRequest(`${path}.${name}`, NOT_ENCRYPTED)
  }
}

function isPlainDigits(text: string): boolean {
  return /^[\d\s-]{3,23}$/.test(text)
}

/** 12 to 19 digits, with or without spaces and hyphens. */
function isCardNumber(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  return /^\d{12,19}$/.test(String(value).replace(/[\s-]/g, ''))
}

function validateExpiry(value: unknown, field: string): void {
  const expiry = requireObject(value, field) as Fields
  if (!/^(0[1-9]|1[0-2])$/.test(String(expiry.month))) {
    throw invalidRequest(`${field}.month`, "must be two digits, '01' to '12'")
  }
  if (!/^\d{4}$/.test(String(expiry.year))) {
    throw invalidRequest(`${field}.year`, "must be four digits, such as '2030'")
  }
}
