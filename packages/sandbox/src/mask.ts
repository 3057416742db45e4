import { maskVpa } from './domain/upi.ts'

const HIDDEN = '***'

/** Fields whose value nobody may read back: secrets, card data, the payer's addresses. */
const HIDE: ReadonlySet<string> = new Set([
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
  'cardHolderName',
  'billingAddress',
])

/** No message of the protocol nests half as deep; a body that nests without end must not end the stack. */
const DEEPEST = 32

/** A copy that may be written down. Cheap for what holds nothing secret: such objects are copied, never serialised. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return HIDDEN
  if (Array.isArray(value)) return value.map((inner) => masked(inner, depth + 1))
  const copy: { [key: string]: unknown } = {}
  for (const [key, inner] of Object.entries(value)) {
    if (HIDE.has(key)) copy[key] = HIDDEN
    else if (key === 'vpa' && typeof inner === 'string') copy[key] = inner.includes('****') ? inner : maskVpa(inner)
    else if (typeof inner === 'string') copy[key] = maskedLink(inner)
    else copy[key] = masked(inner, depth + 1)
  }
  return copy
}

/** The hosted page's address carries the order's token. */
export function maskedLink(text: string): string {
  return text.includes('token=') ? text.replace(/([?&]token=)[^&#]*/g, `$1${HIDDEN}`) : text
}

/** `O-Bearer abc` → `O-Bearer ***`; a value without a scheme is hidden whole. */
export function maskedAuthorization(value: string): string {
  const space = value.indexOf(' ')
  return space === -1 ? HIDDEN : `${value.slice(0, space)} ${HIDDEN}`
}
