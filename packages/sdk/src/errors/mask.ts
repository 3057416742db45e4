const MASKED = '[masked]'
/** Shorter secrets are not masked: they would match half of every sentence. */
const MIN_LENGTH = 4
/** Bounds the recursion into response bodies. */
const MAX_DEPTH = 64

/** Request fields whose values identify the payer or authorise a payment. */
const SECRET_FIELDS = new Set([
  'vpa',
  'upiNumber',
  'phoneNumber',
  'accountNumber',
  'cardHolderName',
  'encryptedCardNumber',
  'encryptedCvv',
  'encryptedToken',
  'cryptogram',
  'panSuffix',
])

/** 13 to 19 digits, with or without spaces and hyphens, within any text. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,18}/g

/** The values of a request body that must not appear in an error. `secret`: all texts of an object, such as an address. */
export function secretsIn(body: unknown, found: string[] = [], secret = false): string[] {
  if (typeof body !== 'object' || body === null) return found
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === 'object') secretsIn(value, found, secret || field === 'billingAddress')
    else if ((secret || SECRET_FIELDS.has(field)) && value !== undefined) found.push(String(value))
    else if (typeof value === 'string') {
      // A card number may stand in any text: a message, an own value, an id.
      for (const [number] of value.matchAll(LONG_NUMBER)) if (isCardNumber(number)) found.push(number)
    }
  }
  return found
}

/** True for a number whose last digit is the check digit of a card number (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const counted = i % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/** A copy of `value` with each secret replaced, in any letter case and any escaping. */
export function mask<Value>(value: Value, secrets: readonly string[]): Value {
  const longestFirst = secrets.filter(({ length }) => length >= MIN_LENGTH).sort((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return value
  return walk(value, new RegExp(longestFirst.map(anyEncoding).join('|'), 'gi')) as Value
}

function walk(value: unknown, secret: RegExp, depth = 0): unknown {
  if (depth > MAX_DEPTH) return MASKED
  if (typeof value === 'string') return value.replace(secret, MASKED)
  if (typeof value === 'number') return String(value).replace(secret, MASKED) === MASKED ? MASKED : value
  if (Array.isArray(value)) return value.map((item) => walk(item, secret, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [walk(key, secret), walk(item, secret, depth + 1)]),
    )
  }
  return value
}

const encoder = new TextEncoder()

/** A pattern for the secret as plain text, JSON string, URL component or form value. */
function anyEncoding(secret: string): string {
  return Array.from(secret, (char) => {
    if (/[A-Za-z0-9]/.test(char)) return char
    const plain = `\\\\?${char.replace(/[^\w\s]/g, '\\$&')}`
    const inUrl = Array.from(encoder.encode(char), (byte) => `%${hex(byte, 2)}`).join('')
    const inJson = Array.from({ length: char.length }, (_, at) => `\\\\u${hex(char.charCodeAt(at), 4)}`).join('')
    return `(?:${[plain, inUrl, inJson, ...(char === ' ' ? ['\\+'] : [])].join('|')})`
  }).join('')
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
