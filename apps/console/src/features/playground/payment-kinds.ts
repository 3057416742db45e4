import type { Checkout } from '@galla/contract/gateway-api/orders'

export type KindId =
  | 'redirect'
  | 'frame'
  | 'upi-qr'
  | 'upi-app'
  | 'own-app'
  | 'collect-vpa'
  | 'collect-phone'
  | 'card'
  | 'token'
  | 'net-banking'

export interface Kind {
  id: KindId
  label: string
  explains: string
  checkout: Checkout
}

/** Every way to be paid that the protocol has, in the order in which a shop meets them. */
export const KINDS: readonly Kind[] = [
  { id: 'redirect', label: 'Redirect', explains: 'The payer leaves for the provider’s page.', checkout: 'STANDARD' },
  { id: 'frame', label: 'In a frame', explains: 'The provider’s page over your own.', checkout: 'STANDARD' },
  { id: 'upi-qr', label: 'UPI QR code', explains: 'The payer scans a code.', checkout: 'CUSTOM' },
  { id: 'upi-app', label: 'UPI app', explains: 'A link opens the app that the payer chose.', checkout: 'CUSTOM' },
  { id: 'own-app', label: 'Provider’s app', explains: 'A link opens the provider’s own app.', checkout: 'CUSTOM' },
  { id: 'collect-vpa', label: 'Collect by UPI id', explains: 'The payer’s app asks them.', checkout: 'CUSTOM' },
  { id: 'collect-phone', label: 'Collect by phone', explains: 'The same, by phone number.', checkout: 'CUSTOM' },
  { id: 'card', label: 'Card', explains: 'Sealed in the browser, then the bank’s page.', checkout: 'CUSTOM' },
  { id: 'token', label: 'Card token', explains: 'A network token instead of the number.', checkout: 'CUSTOM' },
  { id: 'net-banking', label: 'Net banking', explains: 'The payer’s bank asks them.', checkout: 'CUSTOM' },
]

const [FIRST] = KINDS

/** What stands in the address may be anything. */
export function kindOf(word: string | undefined): Kind {
  const kind = KINDS.find(({ id }) => id === word) ?? FIRST
  if (!kind) throw new Error('There is no kind of payment')
  return kind
}

/** Apps by the name that the provider wants of each, on either system of phones. */
export const APPS = {
  Android: [
    { value: 'com.phonepe.app', label: 'PhonePe' },
    { value: 'com.google.android.apps.nbu.paisa.user', label: 'Google Pay' },
    { value: 'net.one97.paytm', label: 'Paytm' },
    { value: 'in.org.npci.upiapp', label: 'BHIM' },
  ],
  iOS: [
    { value: 'PHONEPE', label: 'PhonePe' },
    { value: 'GPAY', label: 'Google Pay' },
    { value: 'PAYTM', label: 'Paytm' },
    { value: 'BHIM', label: 'BHIM' },
  ],
} as const satisfies { readonly [System in PhoneSystem]: readonly { value: string; label: string }[] }

export type PhoneSystem = 'Android' | 'iOS'

/** A few that everybody knows, one that is slow and one that is down. */
export const BANKS = [
  { value: 'ICIC', label: 'ICICI Bank' },
  { value: 'HDFC', label: 'HDFC Bank' },
  { value: 'SBIN', label: 'State Bank of India' },
  { value: 'UTIB', label: 'Axis Bank' },
  { value: 'PUNB', label: 'Punjab National Bank' },
  { value: 'JAKA', label: 'Jammu & Kashmir Bank: is down' },
] as const

/** UPI ids that the sandbox knows by name. */
export const KNOWN_VPAS = ['success@ybl', 'slow@ybl', 'failure@ybl', 'declined@ybl', 'pending@ybl', 'late@ybl'] as const
