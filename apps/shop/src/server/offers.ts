import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import { SAVED_CARDS } from './saved-cards.ts'

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
