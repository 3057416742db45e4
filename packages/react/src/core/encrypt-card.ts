import type { CardDetails } from '@galla/contract/provider/payment-mode'
import { type CardInput, onlyDigits, parseExpiry } from './card.ts'

/** The provider's public key for card data, from `view.paymentMethods.cardEncryption`. */
export interface CardKey {
  /** The provider's id of the key. */
  readonly keyId: number
  /** RSA public key, SPKI in PEM. */
  readonly publicKeyPem: string
}

/** A card key that is ready for use. */
export interface CardEncryptor {
  /** The provider's id of the key. */
  readonly keyId: number
  /**
   * Encrypts digits; the result is Base64 and differs on each call.
   * @throws Error when the key is unusable. The message holds nothing of the digits.
   */
  encrypt(digits: string): string
}

/** Loads the encryption library ahead of its use. Not without a connection: some browsers remember an import that failed. */
export async function preloadCardEncryption(): Promise<void> {
  if (navigator.onLine) await import('jsencrypt')
}

/**
 * Prepares a card key for RSA encryption with PKCS#1 v1.5 padding, which the provider requires and WebCrypto lacks. The
 * library is loaded on demand, so a checkout without cards never fetches it.
 *
 * @throws TypeError when the library does not load.
 * @example
 * ```ts
 * const encryptor = await importCardKey(view.paymentMethods.cardEncryption)
 * const cardDetails = encryptCard(encryptor, { number, expiry, cvv })
 * ```
 */
export async function importCardKey({ keyId, publicKeyPem }: CardKey): Promise<CardEncryptor> {
  const { JSEncrypt } = await import('jsencrypt')
  const rsa = new JSEncrypt()
  rsa.setPublicKey(publicKeyPem)
  return {
    keyId,
    encrypt(digits) {
      const encrypted = rsa.encrypt(digits)
      if (!encrypted) throw new Error('cardEncryption: publicKeyPem is not a usable RSA public key in PEM')
      return encrypted
    },
  }
}

/**
 * Card details with number and CVV encrypted, each on its own. Validate the input first with `validateCard`.
 *
 * @throws Error when the expiry is malformed or the key is unusable. The message holds nothing of the card.
 * @example
 * ```ts
 * await session.pay({ paymentMode: { type: 'CARD', authMode: '3DS', cardDetails: encryptCard(encryptor, input) } })
 * ```
 */
export function encryptCard(encryptor: CardEncryptor, input: CardInput): CardDetails {
  const expiry = parseExpiry(input.expiry)
  if (!expiry) throw new Error('encryptCard: expiry is not a month and year; validate it with validateCard first')
  return {
    encryptedCardNumber: encryptor.encrypt(onlyDigits(input.number)),
    encryptedCvv: encryptor.encrypt(input.cvv),
    encryptionKeyId: encryptor.keyId,
    expiry,
  }
}

/** Message key of a card payment that did not get through. */
export type CardProblem = 'cardEncryptionFailed' | 'cardNoAnswer'

/**
 * Encrypts, then sends. After a failed encryption nothing was sent; after a failed send the outcome is unknown: the payer
 * must be able to tell the two apart.
 */
export async function encryptAndSend<Encrypted>(
  encrypt: () => Promise<Encrypted>,
  send: (encrypted: Encrypted) => Promise<unknown>,
): Promise<CardProblem | undefined> {
  let encrypted: Encrypted
  try {
    encrypted = await encrypt()
  } catch {
    return 'cardEncryptionFailed'
  }
  try {
    await send(encrypted)
    return undefined
  } catch {
    return 'cardNoAnswer'
  }
}
