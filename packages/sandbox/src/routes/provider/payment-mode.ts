import type { CardDetails, Expiry, Payer, PaymentMode, TokenDetails } from '@galla/contract/provider/payment-mode'
import { BANK_IDS } from '../../domain/banks.ts'
import { ANY_UPI_APP, isVpa } from '../../domain/upi.ts'
import type { Quirks } from '../../quirks.ts'
import { badField } from '../../responses/errors.ts'
import { checkFields, checkText, type Fields, optionalFields, optionalFlag, optionalText } from '../validation.ts'

const AT = 'paymentFlow.paymentMode'

/**
 * Parses a payment mode (protocol §4).
 * @param at path of the object in the body, for the error
 * @throws ProviderError 400 with the invalid field
 */
export function parsePaymentMode(
  mode: Fields,
  { targetAppRequired }: Pick<Quirks, 'targetAppRequired'>,
  at: string = AT,
): PaymentMode {
  const type = checkText(mode.type, `${at}.type`)
  switch (type) {
    case 'UPI_QR':
    case 'PPE_INTENT':
      return { type }
    case 'UPI_INTENT':
      return { type, targetApp: parseTargetApp(mode.targetApp, `${at}.targetApp`, targetAppRequired) }
    case 'UPI_COLLECT': {
      const details = parsePayer(checkFields(mode.details, `${at}.details`), `${at}.details`)
      return { type, details, message: optionalText(mode.message, `${at}.message`) }
    }
    case 'NET_BANKING': {
      const bankId = checkText(mode.bankId, `${at}.bankId`)
      if (!BANK_IDS.has(bankId)) throw badField(`${at}.bankId`, 'is not a bank that the provider knows.')
      return { type, bankId, merchantUserId: optionalText(mode.merchantUserId, `${at}.merchantUserId`) }
    }
    case 'CARD':
      optionalFlag(mode.savedCard, `${at}.savedCard`)
      return { type, ...common(mode, at), cardDetails: parseCard(mode.cardDetails, `${at}.cardDetails`) }
    case 'TOKEN':
      return { type, ...common(mode, at), tokenDetails: parseToken(mode.tokenDetails, `${at}.tokenDetails`) }
    default:
      throw badField(`${at}.type`, 'is not a payment mode of this product.')
  }
}

function parseTargetApp(value: unknown, field: string, required: boolean): string {
  return !required && (value === undefined || value === null) ? ANY_UPI_APP : checkText(value, field)
}

/** The documentation says `UPI_NUMBER`, the official clients send `PHONE_NUMBER`; both are accepted. */
function parsePayer(details: Fields, at: string): Payer {
  const type = checkText(details.type, `${at}.type`)
  if (type === 'VPA') {
    const vpa = checkText(details.vpa, `${at}.vpa`)
    if (!isVpa(vpa)) throw badField(`${at}.vpa`, 'is not a valid VPA.')
    return { type, vpa }
  }
  if (type !== 'PHONE_NUMBER' && type !== 'UPI_NUMBER') throw badField(`${at}.type`, 'must be VPA or PHONE_NUMBER.')
  const field = type === 'PHONE_NUMBER' ? 'phoneNumber' : 'upiNumber'
  const phoneNumber = checkText(details[field], `${at}.${field}`)
  if (!/^(\+91)?\d{8,10}$/.test(phoneNumber)) throw badField(`${at}.${field}`, 'is not a valid number.')
  return { type: 'PHONE_NUMBER', phoneNumber }
}

function common(mode: Fields, at: string): { authMode: string; merchantUserId: string | undefined } {
  const authMode = optionalText(mode.authMode, `${at}.authMode`) ?? '3DS'
  if (authMode !== '3DS') throw badField(`${at}.authMode`, 'must be 3DS.')
  return { authMode, merchantUserId: optionalText(mode.merchantUserId, `${at}.merchantUserId`) }
}

const ADDRESS = ['line1', 'line2', 'city', 'state', 'zip', 'country']

/** Name and address are checked and not stored. */
function parseCard(value: unknown, at: string): CardDetails {
  const card = checkFields(value, at)
  optionalText(card.cardHolderName, `${at}.cardHolderName`)
  const address = optionalFields(card.billingAddress, `${at}.billingAddress`)
  for (const line of ADDRESS) optionalText(address?.[line], `${at}.billingAddress.${line}`)
  return {
    encryptedCardNumber: checkText(card.encryptedCardNumber, `${at}.encryptedCardNumber`),
    encryptionKeyId: checkKeyId(card.encryptionKeyId, `${at}.encryptionKeyId`),
    encryptedCvv: checkText(card.encryptedCvv, `${at}.encryptedCvv`),
    expiry: parseExpiry(card.expiry, `${at}.expiry`),
  }
}

function parseToken(value: unknown, at: string): TokenDetails {
  const token = checkFields(value, at)
  for (const name of ['cardHolderName', 'eci', 'atc']) optionalText(token[name], `${at}.${name}`)
  const panSuffix = optionalText(token.panSuffix, `${at}.panSuffix`)
  if (panSuffix !== undefined && !/^\d{4}$/.test(panSuffix))
    throw badField(`${at}.panSuffix`, 'must be the last four digits of the card.')
  return {
    encryptedToken: checkText(token.encryptedToken, `${at}.encryptedToken`),
    encryptionKeyId: checkKeyId(token.encryptionKeyId, `${at}.encryptionKeyId`),
    expiry: parseExpiry(token.expiry, `${at}.expiry`),
    encryptedCvv: optionalText(token.encryptedCvv, `${at}.encryptedCvv`),
    cryptogram: optionalText(token.cryptogram, `${at}.cryptogram`),
    panSuffix,
  }
}

function checkKeyId(value: unknown, field: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw badField(field, 'must be an integer.')
  return value
}

function parseExpiry(value: unknown, at: string): Expiry {
  const expiry = checkFields(value, at)
  const month = checkText(expiry.month, `${at}.month`)
  const year = checkText(expiry.year, `${at}.year`)
  if (!/^(0[1-9]|1[0-2])$/.test(month)) throw badField(`${at}.month`, 'must be 01 to 12.')
  if (!/^\d{4}$/.test(year)) throw badField(`${at}.year`, 'must have four digits.')
  return { month, year }
}
