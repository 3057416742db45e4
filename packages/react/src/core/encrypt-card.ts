import type { CardDetails } from '@galla/contract/provider/payment-mode'
import { digitsOf, readExpiry, type TypedCard } from './card.ts'

/** The provider's public key, as the server's offers carry it. */
export interface CardKey {
  readonly keyId: number
  readonly publicKeyPem: string
}

/** Puts digits under the provider's key, or says nothing of what it was given. */
export type Seal = (digits: string) => string

/** Fetches the library ahead of its use. */
export async function loadSeal(): Promise<void> {
  await import('jsencrypt')
}

/**
 * RSA with PKCS#1 v1.5 padding, Base64: what the provider asks for and WebCrypto does not know. The library is fetched
 * here, so that a checkout without cards never loads it.
 */
export async function openSeal({ publicKeyPem }: CardKey): Promise<Seal> {
  const { JSEncrypt } = await import('jsencrypt')
  const box = new JSEncrypt()
  box.setPublicKey(publicKeyPem)
  return (digits) => {
    const sealed = box.encrypt(digits)
    if (!sealed) throw new Error('the card could not be encrypted: the key that the server offers is not usable')
    return sealed
  }
}

/** The card as it may leave the page: number and CVV sealed each on its own. Throws when expiry or key are not usable. */
export function sealCard(seal: Seal, { keyId }: CardKey, typed: TypedCard): CardDetails {
  const expiry = readExpiry(typed.expiry)
  if (!expiry) throw new Error('the card could not be encrypted: its expiry was not checked before')
  return {
    encryptedCardNumber: seal(digitsOf(typed.number)),
    encryptedCvv: seal(typed.cvv),
    encryptionKeyId: keyId,
    expiry,
  }
}

/** The sentence for a card that did not go its way. */
export type CardTrouble = 'cardKeyWrong' | 'cardLost'

/** Seals, then sends. What fails before anything was sent is another news to the payer than a send that nobody answered. */
export async function sendSealed<Sealed>(
  seal: () => Promise<Sealed>,
  send: (sealed: Sealed) => Promise<unknown>,
): Promise<CardTrouble | undefined> {
  let sealed: Sealed
  try {
    sealed = await seal()
  } catch {
    return 'cardKeyWrong'
  }
  try {
    await send(sealed)
    return undefined
  } catch {
    return 'cardLost'
  }
}
