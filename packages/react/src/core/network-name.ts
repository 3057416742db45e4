import type { PaidCard } from '@galla/contract/gateway-api/orders'

/** A card network, in the provider's spelling. */
export type CardNetwork = 'VISA' | 'MASTER_CARD' | 'RUPAY' | 'AMEX' | 'DINERS_CLUB' | 'MAESTRO'

export const NETWORK_NAMES: { readonly [Network in CardNetwork]: string } = {
  RUPAY: 'RuPay',
  VISA: 'Visa',
  MASTER_CARD: 'Mastercard',
  AMEX: 'American Express',
  DINERS_CLUB: 'Diners Club',
  MAESTRO: 'Maestro',
}

/** Name of a card that paid, as far as the provider reports the card: `RuPay •••• 0009`. */
export const paidCardName = ({ network, last4 }: PaidCard): string =>
  [network && networkName(network), last4 && `•••• ${last4}`].filter(Boolean).join(' ')

/** Display name of a network: `MASTER_CARD` becomes `Mastercard`. An unknown network is returned unchanged. */
export function networkName(network: string): string {
  return Object.entries(NETWORK_NAMES).find(([known]) => known === network)?.[1] ?? network
}
