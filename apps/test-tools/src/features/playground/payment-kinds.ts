import type { PageCheckout } from '@galla/contract/gateway-api/orders'

export type PaymentKind =
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

interface Kind {
  id: PaymentKind
  label: string
  text: string
  checkout: PageCheckout
}

/** Every way to pay that the provider's API has. */
export const KINDS: readonly Kind[] = [
  { id: 'redirect', label: 'Redirect', text: 'The payer is sent to the provider’s page.', checkout: 'STANDARD' },
  { id: 'frame', label: 'In a frame', text: 'The provider’s page in a frame.', checkout: 'STANDARD' },
  { id: 'upi-qr', label: 'UPI QR code', text: 'The payer scans a code.', checkout: 'CUSTOM' },
  { id: 'upi-app', label: 'UPI app', text: 'A link opens an app of the payer’s choice.', checkout: 'CUSTOM' },
  { id: 'own-app', label: 'Provider’s app', text: 'A link opens the provider’s own app.', checkout: 'CUSTOM' },
  { id: 'collect-vpa', label: 'Collect by UPI id', text: 'The payer approves it in their app.', checkout: 'CUSTOM' },
  { id: 'collect-phone', label: 'Collect by phone', text: 'The same, by phone number.', checkout: 'CUSTOM' },
  { id: 'card', label: 'Card', text: 'Encrypted in the browser, then the bank’s page.', checkout: 'CUSTOM' },
  { id: 'token', label: 'Card token', text: 'A network token instead of the number.', checkout: 'CUSTOM' },
  { id: 'net-banking', label: 'Net banking', text: 'The page of the payer’s bank.', checkout: 'CUSTOM' },
]

const [DEFAULT_KIND] = KINDS

/** The kind in the address; the first one when it is unknown. */
export function findKind(id: string | undefined): Kind {
  const kind = KINDS.find((one) => one.id === id) ?? DEFAULT_KIND
  if (!kind) throw new Error('KINDS is empty')
  return kind
}

export type PhoneSystem = 'Android' | 'iOS'

/** UPI apps by the value of `targetApp`, which differs between Android and iOS. */
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

/** Some banks of the sandbox, including one that is slow and one that is down. */
export const BANKS = [
  { value: 'ICIC', label: 'ICICI Bank' },
  { value: 'HDFC', label: 'HDFC Bank' },
  { value: 'SBIN', label: 'State Bank of India' },
  { value: 'UTIB', label: 'Axis Bank' },
  { value: 'PUNB', label: 'Punjab National Bank' },
  { value: 'JAKA', label: 'Jammu & Kashmir Bank: is down' },
] as const

/** UPI ids for which the sandbox has a fixed outcome. */
export const TEST_VPAS = ['success@ybl', 'slow@ybl', 'failure@ybl', 'declined@ybl', 'pending@ybl', 'late@ybl'] as const
