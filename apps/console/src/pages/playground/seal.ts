import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { CardsReply, ListedCard } from '@galla/contract/sandbox-api/routes'

/** Puts one of the sandbox's cards under the provider's public key. The library for it is fetched now and not before. */
export async function sealMode(
  mode: PaymentMode,
  { number, token, cvv, expiry }: ListedCard,
  key: CardsReply['encryption'],
): Promise<PaymentMode> {
  const { openSeal, sealCard } = await import('@galla/react/core')
  const seal = await openSeal(key)
  if (mode.type === 'CARD') {
    const typed = { number, cvv, expiry: `${expiry.month}/${expiry.year.slice(-2)}` }
    return { ...mode, cardDetails: sealCard(seal, key, typed) }
  }
  if (mode.type !== 'TOKEN') return mode
  const sealed = { encryptedToken: seal(token), encryptedCvv: seal(cvv), encryptionKeyId: key.keyId, expiry }
  return { ...mode, tokenDetails: { ...sealed, panSuffix: number.slice(-4) } }
}
