import { constants, publicEncrypt } from 'node:crypto'
import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import { ShopRefusal } from './refusal.ts'

interface SavedCard {
  readonly savedCardId: string
  readonly network: string
  readonly last4: string
  readonly bankName: string
  /** The card's stand-in at its network, as the rules for saved cards want it: no shop keeps a card number. */
  readonly networkToken: string
  readonly expiry: { readonly month: string; readonly year: string }
}

/** What the sandbox's networks have given out for two of its test cards. A real shop has them for each of its customers. */
export const SAVED_CARDS: readonly SavedCard[] = [
  {
    savedCardId: 'visa-6667',
    network: 'VISA',
    last4: '6667',
    bankName: 'HDFC Bank',
    networkToken: '9208585190116667',
    expiry: { month: '06', year: '2027' },
  },
  {
    savedCardId: 'rupay-0009',
    network: 'RUPAY',
    last4: '0009',
    bankName: 'State Bank of India',
    networkToken: '9074820000000009',
    expiry: { month: '12', year: '2030' },
  },
]

/** @throws ShopRefusal when there is no such card. */
export function tokenOfCard(
  savedCardId: string,
  { keyId, publicKeyPem }: NonNullable<PaymentMethods['cardEncryption']>,
): Omit<TokenDetails, 'encryptedCvv'> {
  const card = SAVED_CARDS.find((one) => one.savedCardId === savedCardId)
  if (!card) throw new ShopRefusal(404, 'NOT_FOUND', 'There is no such saved card.', 'savedCardId')
  const { networkToken, expiry, last4 } = card
  const key = { key: publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
  const encryptedToken = publicEncrypt(key, Buffer.from(networkToken)).toString('base64')
  return { encryptedToken, encryptionKeyId: keyId, expiry, panSuffix: last4 }
}
