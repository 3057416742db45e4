import { constants, privateDecrypt } from 'node:crypto'
import type { CardMode, TokenMode } from '@galla/contract/provider/payment-mode'
import type { PageChoice } from '@galla/contract/sandbox-api/page-routes'
import { savedTestCard, type TestCard, testCard } from '../domain/cards.ts'
import type { PayerCard } from '../domain/payer.ts'
import { badField } from '../responses/errors.ts'
import { SANDBOX_KEY_ID, SANDBOX_PRIVATE_KEY_PEM } from './card-key.ts'

export interface ReadCard {
  readonly card: PayerCard
  /** `SUCCESS`, `PENDING`, or the code with which the payment fails. */
  readonly outcome: string
}

/** Opens the envelope and keeps only what may be kept: what kind of card it is, its bank and the last four digits. */
export function readCard(mode: CardMode | TokenMode, nowMs: number): ReadCard {
  const number = mode.type === 'CARD' ? cardNumber(mode) : tokenNumber(mode)
  const details = mode.type === 'CARD' ? mode.cardDetails : mode.tokenDetails
  const at = mode.type === 'CARD' ? 'cardDetails' : 'tokenDetails'
  const cvv =
    details.encryptedCvv === undefined
      ? undefined
      : open(details.encryptedCvv, details.encryptionKeyId, at, 'encryptedCvv')
  const known = testCard(number)
  if (!known) {
    const facts = { type: 'CREDIT_CARD', variant: 'CONSUMER', geoScope: 'DOMESTIC', bankId: 'OTHERS' } as const
    const card: PayerCard = { ...facts, network: networkOf(number), last4: number.slice(-4) }
    return { card, outcome: 'INVALID_CARD_NUMBER' }
  }
  const { month, year } = details.expiry
  const card = kept(known)
  if (month !== known.expiry.month || year !== known.expiry.year) {
    return { card, outcome: isOver(month, year, nowMs) ? 'CARD_EXPIRED' : 'INVALID_CVV_EXPIRY' }
  }
  return { card, outcome: cvv === undefined || cvv === known.cvv ? known.outcome : 'INVALID_CVV_EXPIRY' }
}

/** A card is good to the end of its month, India's time. A test card never ends: its own date is always taken. */
function isOver(month: string, year: string, nowMs: number): boolean {
  return Date.UTC(Number(year), Number(month)) - INDIA_AHEAD_MS <= nowMs
}

const INDIA_AHEAD_MS = 5.5 * 3_600_000

/** A remembered card: its CVV is all that the payer types. */
export function readSavedCard(choice: Extract<PageChoice, { type: 'SAVED_CARD' }>): ReadCard {
  const known = savedTestCard(choice.savedCardId)
  if (!known) throw badField('paymentMode.savedCardId', 'is not a saved card of this payer.')
  const matches = open(choice.encryptedCvv, choice.encryptionKeyId, 'savedCard', 'encryptedCvv') === known.cvv
  return { card: kept(known), outcome: matches ? known.outcome : 'INVALID_CVV_EXPIRY' }
}

/** Of a test card, what may be kept: neither its number nor its CVV. */
function kept({ type, network, variant, geoScope, last4, bankId }: TestCard): PayerCard {
  return { type, network, variant, geoScope, last4, bankId }
}

function cardNumber({ cardDetails }: CardMode): string {
  return open(cardDetails.encryptedCardNumber, cardDetails.encryptionKeyId, 'cardDetails', 'encryptedCardNumber')
}

/** A network token of the sandbox is the card's number with a 9 in front instead of its first digit. */
function tokenNumber({ tokenDetails }: TokenMode): string {
  const token = open(tokenDetails.encryptedToken, tokenDetails.encryptionKeyId, 'tokenDetails', 'encryptedToken')
  const first = ['4', '5', '6', '3', '2'].find((digit) => testCard(digit + token.slice(1)))
  return (token.startsWith('9') && first !== undefined ? first : (token[0] ?? '')) + token.slice(1)
}

function open(encrypted: string, keyId: number, at: string, name: string): string {
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
 * Card data encrypted as the provider asks (provider-protocol §4.8): Base64 of RSA with PKCS#1 v1.5 padding over digits.
 * Node refuses to take that padding off, so it is decrypted raw and unpadded here. `undefined` for whatever is not such a text.
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

/** `00 02 <at least eight bytes, none zero> 00 <text>`. Every byte is looked at once, wherever the padding is wrong. */
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
