import { constants, publicEncrypt } from 'node:crypto'
import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import type { TestPayment } from '../shop-api.ts'
import { ShopRefusal } from './refusal.ts'
import type { ShopSettings } from './settings.ts'

type CardKey = NonNullable<PaymentMethods['cardEncryption']>

interface SavedCard {
  readonly savedCardId: string
  readonly network: string
  readonly last4: string
  readonly bankName: string
  /** The network's token in place of the card number, which a merchant must not store (RBI card tokenization rules). */
  readonly networkToken: string
  readonly expiry: { readonly month: string; readonly year: string }
  /** Code of the sandbox's card, for its tester. A real shop never has this code. */
  readonly testCvv: string
}

/** Network tokens of two of the sandbox's test cards. A real shop has the saved cards of each customer. */
const SAVED_CARDS: readonly SavedCard[] = [
  {
    savedCardId: 'visa-6667',
    network: 'VISA',
    last4: '6667',
    bankName: 'HDFC Bank',
    networkToken: '9208585190116667',
    expiry: { month: '06', year: '2027' },
    testCvv: '508',
  },
  {
    savedCardId: 'rupay-0009',
    network: 'RUPAY',
    last4: '0009',
    bankName: 'State Bank of India',
    networkToken: '9074820000000009',
    expiry: { month: '12', year: '2030' },
    testCvv: '123',
  },
]

/** The payment methods of the shop's own checkout. Bank ids are the provider's; a live shop also queries the banks' health. */
export function paymentMethodsOf({
  cardKey,
  collectAllowed = false,
}: Pick<ShopSettings, 'cardKey' | 'collectAllowed'>): PaymentMethods {
  return {
    collect: { allowed: collectAllowed },
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

/**
 * Returns the test details that pay in the sandbox. The shop's own page must show them, because the sandbox shows nothing there. Undefined
 * in production.
 */
export function testPaymentOf(
  environment: ShopSettings['client']['environment'],
  consoleUrl: string,
): TestPayment | undefined {
  if (environment !== 'SANDBOX') return undefined
  return {
    card: { number: '6074 8200 0000 0009', expiry: '12/30', cvv: '123' },
    savedCards: SAVED_CARDS.map(({ last4, testCvv }) => ({ last4, cvv: testCvv })),
    otp: '123456',
    sandboxPage: `${consoleUrl}/sandbox`,
  }
}

/** The encrypted network token of a saved card, for a payment. @throws ShopRefusal when there is no such card. */
export function cardTokenOf(
  savedCardId: string,
  { keyId, publicKeyPem }: CardKey,
): Omit<TokenDetails, 'encryptedCvv' | 'eci'> {
  const card = SAVED_CARDS.find((one) => one.savedCardId === savedCardId)
  if (!card) throw new ShopRefusal(404, 'NOT_FOUND', 'There is no such saved card.', 'savedCardId')
  const { networkToken, expiry, last4 } = card
  const key = { key: publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
  const encryptedToken = publicEncrypt(key, Buffer.from(networkToken)).toString('base64')
  return { encryptedToken, encryptionKeyId: keyId, expiry, panSuffix: last4 }
}
