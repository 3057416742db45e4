import { constants, publicEncrypt } from 'node:crypto'
import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import { ShopRefusal } from './refusal.ts'

/** What can be chosen on the shop's own page. Banks by the provider's ids; a live shop asks for their health as well. */
export function offersOf(cardKey: NonNullable<PaymentMethods['cardEncryption']>): PaymentMethods {
  return {
    collect: { allowed: true, reason: '' },
    cardEncryption: cardKey,
    banks: [
      { bankId: 'SBIN', name: 'State Bank of India', popular: true, health: 'up' },
      { bankId: 'HDFC', name: 'HDFC Bank', popular: true, health: 'up' },
      { bankId: 'ICIC', name: 'ICICI Bank', popular: true, health: 'up' },
      { bankId: 'UTIB', name: 'Axis Bank', popular: true, health: 'up' },
      { bankId: 'PUNB', name: 'Punjab National Bank', popular: false, health: 'slow' },
      { bankId: 'CNRB', name: 'Canara Bank', popular: false, health: 'up' },
      { bankId: 'KKBK', name: 'Kotak Mahindra Bank', popular: false, health: 'up' },
      { bankId: 'UBIN', name: 'Union Bank of India', popular: false, health: 'up' },
      { bankId: 'JAKA', name: 'Jammu & Kashmir Bank', popular: false, health: 'down' },
    ],
    savedCards: SAVED_CARDS.map(({ savedCardId, network, last4, bankName }) => ({
      savedCardId,
      network,
      last4,
      bankName,
    })),
  }
}

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
