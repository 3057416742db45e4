import { maskText } from './masking.ts'

/** Conditions that find the orders of a payer. */
export interface PayerMatch {
  readonly merchantOrderId?: string
  readonly merchantUserId?: string
  /** The value itself, in the texts of an order. */
  readonly text?: TextMatch
  /** `like` patterns, for PostgreSQL, of masked UPI addresses, in lower case. */
  readonly masks?: readonly string[]
  /** The value that the payer may have entered for a collect request. Only a keyed digest is stored with the order. */
  readonly entered?: EnteredValue
}

export interface TextMatch {
  /** Case-insensitive regular expression for PostgreSQL over texts as JSON: whatever may have a match. */
  readonly candidates: string
  /** Decides, over each text as it was before it was encoded. */
  readonly pattern: RegExp
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
    text: {
      candidates: [...lower].map(maybeEncoded).join(''),
      // A dot or dash is part of a longer name only beside a letter or digit: a sentence may end after the address.
      pattern: new RegExp(`(?<!\\w[.-]*)${regexOf(lower)}(?![.-]*\\w)`, 'i'),
    },
  }
}

/** Matches the characters that people write between the digits of a number. A plus stands for a space in the query of an address. */
const SEPARATORS = '[\\s.()+\\-\\u00ad\\u200b-\\u200f\\u2010-\\u2015\\u2060\\ufeff]{0,4}'
/** The same in JSON, as it is, escaped or encoded, and more. */
const ANY_SEPARATORS = '(%(25)*[0-9a-f]{2}|\\\\(u[0-9a-f]{4}|[a-z])|[^0-9a-z"])*'

/** The country code of another country: what follows is not a number of India. */
const OTHER_COUNTRY = `(?:(?<![\\da-z])\\+|(?<!\\d)00)(?!91)\\d{1,3}${SEPARATORS}`
const PREFIX = `(?:(?:\\+|00|0)?91${SEPARATORS})?(?:0${SEPARATORS})?`

/** `phone`: ten digits. It may be written with a country code and separators. */
export function matchPhone(phone: string): PayerMatch {
  return {
    masks: [`${likePattern(`${maskText(phone)}@`)}%`],
    entered: {
      path: 'paymentMode.details.phoneNumber',
      values: ['', '+91', '91', '0'].map((prefix) => prefix + phone),
    },
    text: {
      candidates: [...phone].join(ANY_SEPARATORS),
      pattern: new RegExp(`(?<!\\d)(?<!${OTHER_COUNTRY})${PREFIX}${[...phone].join(SEPARATORS)}(?!\\d)`, 'i'),
    },
  }
}

/** True when a text in the value, at any depth, has a match, also percent-encoded. */
export function isNamedIn(value: unknown, text: TextMatch): boolean {
  if (typeof value === 'string') return formsOf(value).some((form) => text.pattern.test(form))
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => isNamedIn(one, text))
}

/** An address inside of an address is encoded twice. */
const MAX_DECODED = 4

/** The text, and what it is when it is decoded, and when that is. */
function formsOf(text: string): string[] {
  const forms = [text]
  for (let form = text; forms.length <= MAX_DECODED; forms.push(form)) {
    const decoded = percentDecoded(form)
    if (decoded === form) break
    form = decoded
  }
  return forms
}

/** As `decodeURIComponent`, which refuses a text with a percent sign of its own. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'))

const regexOf = (text: string) => text.replace(/[^\w@-]/g, (one) => `\\${one}`)

/** A character as it is or percent-encoded, once or more often. */
function maybeEncoded(one: string): string {
  if (/[a-z\d]/.test(one)) return one
  return `(\\${one}|%(25)*${one.charCodeAt(0).toString(16)})`
}

const likePattern = (text: string) => text.replace(/[\\%_]/g, (one) => `\\${one}`)
