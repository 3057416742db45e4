import { maskText } from './masking.ts'

/** How the orders of a payer are found. Every pattern is for PostgreSQL. */
export interface PayerMatch {
  readonly merchantOrderId?: string
  readonly merchantUserId?: string
  /** Case-insensitive regular expression over the texts of an order: the value itself. */
  readonly text?: string
  /** `like` patterns of masked UPI addresses, in lower case. */
  readonly masks?: readonly string[]
  /** What the payer may have entered for a collect request: of it, only a keyed digest is stored with the order. */
  readonly entered?: EnteredValue
}

/** A field of the payment mode, as the path in its fingerprint, and the ways to write the payer's value. */
export interface EnteredValue {
  readonly path: 'paymentMode.details.vpa' | 'paymentMode.details.phoneNumber'
  readonly values: readonly string[]
}

/**
 * The masked form keeps the first two characters and the last one before the @. The provider masks shorter names too, and then sends
 * the first two and the last. What is stored of a short name that came unmasked, `****@bank`, identifies nobody and is not matched.
 */
export function matchVpa(vpa: string): PayerMatch {
  const lower = vpa.toLowerCase()
  const at = lower.lastIndexOf('@')
  const [name, handle] = [lower.slice(0, at), lower.slice(at)]
  if (name.includes('*')) return /[^*]/.test(name) ? { masks: [likePattern(lower)] } : {}
  const masked = name.length > 3 ? `${name.slice(0, 2)}****${name.slice(-1)}` : maskText(`${name.slice(0, 2)}****`)
  return {
    masks: [likePattern(masked + handle)],
    entered: { path: 'paymentMode.details.vpa', values: [...new Set([vpa, lower])] },
    text: `(^|[^\\w.-])${regexOf(name)}(@|%40)${regexOf(handle.slice(1))}($|[^\\w.-])`,
  }
}

/** `phone`: ten digits. It may be written with a country code and separators. */
export function matchPhone(phone: string): PayerMatch {
  return {
    masks: [`${likePattern(`${maskText(phone)}@`)}%`],
    entered: {
      path: 'paymentMode.details.phoneNumber',
      values: ['', '+91', '91', '0'].map((prefix) => prefix + phone),
    },
    text: `(^|[^0-9])((\\+|%2B)?91|0)?[ -]?${[...phone].join('[ -]?')}($|[^0-9])`,
  }
}

const regexOf = (text: string) => text.replace(/[^\w@-]/g, (one) => `\\${one}`)

const likePattern = (text: string) => text.replace(/[\\%_]/g, (one) => `\\${one}`)
