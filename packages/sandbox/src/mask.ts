import { maskVpa } from './domain/upi.ts'

const MASK = '***'

/** Fields that are masked: secrets, card data and personal data of the payer. */
const MASKED_FIELDS: ReadonlySet<string> = new Set([
  'client_secret',
  'access_token',
  'encrypted_access_token',
  'refresh_token',
  'token',
  'encryptedCardNumber',
  'encryptedCvv',
  'encryptedToken',
  'cryptogram',
  'phoneNumber',
  'upiNumber',
  'accountNumber',
  'otp',
  'password',
  'secretKey',
  'customerDetails',
  'cardHolderName',
  'billingAddress',
])

/** Far deeper than any message of the protocol: a deeply nested body must not overflow the stack. */
const MAX_DEPTH = 32

/** A copy without secrets, for the journal. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return MASK
  if (Array.isArray(value)) return value.map((inner) => maskSecrets(inner, depth + 1))
  const copy: { [key: string]: unknown } = {}
  for (const [key, inner] of Object.entries(value)) {
    if (MASKED_FIELDS.has(key)) copy[key] = MASK
    else if (key === 'vpa' && typeof inner === 'string') copy[key] = inner.includes('****') ? inner : maskVpa(inner)
    else if (typeof inner === 'string') copy[key] = maskLink(inner)
    else copy[key] = maskSecrets(inner, depth + 1)
  }
  return copy
}

/** The URL of the hosted page without its page token. */
export function maskLink(text: string): string {
  return text.includes('token=') ? text.replace(/([?&]token=)[^&#]*/g, `$1${MASK}`) : text
}

/** `O-Bearer abc` → `O-Bearer ***`. A value without a scheme is masked completely. */
export function maskAuthorization(value: string): string {
  const space = value.indexOf(' ')
  return space === -1 ? MASK : `${value.slice(0, space)} ${MASK}`
}
