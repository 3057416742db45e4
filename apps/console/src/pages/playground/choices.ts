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
