import { constants, privateDecrypt } from 'node:crypto'
import type { CardMode, TokenMode } from '@galla/contract/provider/payment-mode'
import type { PageChoice } from '@galla/contract/sandbox-api/page-routes'
import { findSavedCard, findTestCard, type TestCard } from '../domain/cards.ts'
import type { PayerCard } from '../domain/payer.ts'
import { badField } from '../responses/errors.ts'
import { SANDBOX_KEY_ID, SANDBOX_PRIVATE_KEY_PEM } from './card-key.ts'

/** A decrypted card, reduced to what the sandbox stores: its traits, its bank and its last four digits. */
export interface CardReading {
  readonly card: PayerCard
  /** `SUCCESS`, `PENDING`, or the detailed code with which the payment fails. */
  readonly outcome: string
}

/**
 * Decrypts the card or network token of a payment and looks it up in the test cards.
 * @throws ProviderError 400 with the field that cannot be decrypted
 */
export function readCard(mode: CardMode | TokenMode, nowMs: number): CardReading {
  const number = mode.type === 'CARD' ? cardNumber(mode) : tokenNumber(mode)
  const details = mode.type === 'CARD' ? mode.cardDetails : mode.tokenDetails
  const at = mode.type === 'CARD' ? 'cardDetails' : 'tokenDetails'
  const cvv =
    details.encryptedCvv === undefined
      ? undefined
      : decryptField(details.encryptedCvv, details.encryptionKeyId, at, 'encryptedCvv')
  const known = findTestCard(number)
  if (!known) {
    const traits = { type: 'CREDIT_CARD', variant: 'CONSUMER', geoScope: 'DOMESTIC', bankId: 'OTHERS' } as const
    const card: PayerCard = { ...traits, network: networkOf(number), last4: number.slice(-4) }
    return { card, outcome: 'INVALID_CARD_NUMBER' }
  }
  const { month, year } = details.expiry
  const card = withoutSecrets(known)
  if (month !== known.expiry.month || year !== known.expiry.year) {
    return { card, outcome: isExpired(month, year, nowMs) ? 'CARD_EXPIRED' : 'INVALID_CVV_EXPIRY' }
  }
  return { card, outcome: cvv === undefined || cvv === known.cvv ? known.outcome : 'INVALID_CVV_EXPIRY' }
}

/**
 * Decrypts the CVV of a saved card.
 * @throws ProviderError 400 when the card is not saved or the CVV cannot be decrypted
 */
export function readSavedCard(choice: Extract<PageChoice, { type: 'SAVED_CARD' }>): CardReading {
  const known = findSavedCard(choice.savedCardId)
  if (!known) throw badField('paymentMode.savedCardId', 'is not a saved card of this payer.')
  const cvv = decryptField(choice.encryptedCvv, choice.encryptionKeyId, 'savedCard', 'encryptedCvv')
  return { card: withoutSecrets(known), outcome: cvv === known.cvv ? known.outcome : 'INVALID_CVV_EXPIRY' }
}

/** A card expires at the end of its month in India. Test cards never expire: their own date is accepted on any day. */
function isExpired(month: string, year: string, nowMs: number): boolean {
  return Date.UTC(Number(year), Number(month)) - INDIA_OFFSET_MS <= nowMs
}

const INDIA_OFFSET_MS = 5.5 * 3_600_000

function withoutSecrets({ type, network, variant, geoScope, last4, bankId }: TestCard): PayerCard {
  return { type, network, variant, geoScope, last4, bankId }
}

function cardNumber({ cardDetails }: CardMode): string {
  return decryptField(
    cardDetails.encryptedCardNumber,
    cardDetails.encryptionKeyId,
    'cardDetails',
    'encryptedCardNumber',
  )
}

/** The sandbox makes a network token from the card number by replacing its first digit with 9. */
function tokenNumber({ tokenDetails }: TokenMode): string {
  const token = decryptField(
    tokenDetails.encryptedToken,
    tokenDetails.encryptionKeyId,
    'tokenDetails',
    'encryptedToken',
  )
  const first = ['4', '5', '6', '3', '2'].find((digit) => findTestCard(digit + token.slice(1)))
  return (token.startsWith('9') && first !== undefined ? first : (token[0] ?? '')) + token.slice(1)
}

function decryptField(encrypted: string, keyId: number, at: string, name: string): string {
  const field = `paymentFlow.paymentMode.${at}.${name}`
  if (keyId !== SANDBOX_KEY_ID) {
    throw badField(
      `paymentFlow.paymentMode.${at}.encryptionKeyId`,
      `is not known: the sandbox's key is ${SANDBOX_KEY_ID}.`,
    )
  }
  const digits = decryptDigits(encrypted)
  if (digits === undefined) throw badField(field, "could not be decrypted with the sandbox's key.")
  return digits
}

function networkOf(number: string): string {
  if (number.startsWith('4')) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MASTER_CARD'
  if (/^3[47]/.test(number)) return 'AMEX'
  if (/^3(0[0-5]|6|8|9)/.test(number)) return 'DINERS_CLUB'
  return /^(60|65|81|82|508)/.test(number) ? 'RUPAY' : 'UNKNOWN'
}

/**
 * Decrypts digits that were encrypted as protocol §4.8 asks: Base64 of RSA with PKCS#1 v1.5 padding. Node refuses this padding
 * when it decrypts, so the padding is removed here. `undefined` for any other input.
 */
export function decryptDigits(encrypted: string): string | undefined {
  let block: Buffer
  try {
    block = privateDecrypt(
      { key: SANDBOX_PRIVATE_KEY_PEM, padding: constants.RSA_NO_PADDING },
      Buffer.from(encrypted, 'base64'),
    )
  } catch {
    return undefined
  }
  const text = unpad(block)
  return text !== undefined && /^\d{3,24}$/.test(text) ? text : undefined
}

/** `00 02 <at least eight bytes, none zero> 00 <text>`. Reads every byte once, wherever the padding is wrong. */
export function unpad(block: Uint8Array): string | undefined {
  let good = Number(block[0] === 0) & Number(block[1] === 2)
  let end = 0
  for (let index = 2; index < block.length; index++) {
    const first = Number(block[index] === 0) & Number(end === 0)
    end |= first * index
  }
  good &= Number(end >= 10)
  return good ? new TextDecoder().decode(block.subarray(end + 1)) : undefined
}
