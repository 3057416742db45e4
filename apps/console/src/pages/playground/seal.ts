import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { CardsReply, ListedCard } from '@galla/contract/sandbox-api/routes'

/** Puts one of the sandbox's cards under the provider's public key. The library for it is fetched now and not before. */
export async function sealMode(
  mode: PaymentMode,
  { number, token, cvv, expiry }: ListedCard,
  key: CardsReply['encryption'],
): Promise<PaymentMode> {
  const { encryptCard, importCardKey } = await import('@galla/react/core')
  const encryptor = await importCardKey(key)
  if (mode.type === 'CARD') {
    const input = { number, cvv, expiry: `${expiry.month}/${expiry.year.slice(-2)}` }
    return { ...mode, cardDetails: encryptCard(encryptor, input) }
  }
  if (mode.type !== 'TOKEN') return mode
  const encrypted = {
    encryptedToken: encryptor.encrypt(token),
    encryptedCvv: encryptor.encrypt(cvv),
    encryptionKeyId: key.keyId,
    expiry,
  }
  return { ...mode, tokenDetails: { ...encrypted, panSuffix: number.slice(-4) } }
}
