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
      // A card number may be in any text: a message, an own value, an id.
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
    const counted = i % 2 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/** A copy of `value` with each secret replaced, in any letter case and any encoding, also where an echo was cut off. */
export function mask<Value>(value: Value, secrets: readonly string[]): Value {
  const longestFirst = secrets.filter(({ length }) => length >= MIN_LENGTH).sort((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return value
  const pattern = new RegExp(longestFirst.flatMap(patternsOf).join('|'), 'gi')
  const walk = (value: unknown, depth = 0): unknown => {
    if (depth > MAX_DEPTH) return MASKED
    if (typeof value === 'string') return value.replace(pattern, MASKED)
    if (typeof value === 'number') return longestFirst.includes(String(value)) ? MASKED : value
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [walk(key), walk(item, depth + 1)]))
    }
    return value
  }
  return walk(value) as Value
}

/** So many characters of a secret's start or end are masked where the rest is missing; of shorter secrets only the whole. */
const PART = 8
/** What follows the start of a secret. */
const REST = '[\\w+/=.%&#;\\\\-]*'
/** Bounds the pattern of a cut-off end. */
const MAX_END = 40

function patternsOf(secret: string): string[] {
  const chars = Array.from(secret)
  const end = chars.slice(-MAX_END)
  const parts = [anyEscaping(chars.slice(0, PART)) + REST, anyEscaping(end, end.length - PART)]
  const bytes = encoder.encode(secret)
  return [
    anyEscaping(chars),
    ...(chars[PART + 3] ? parts : []),
    Array.from(bytes, (byte) => hex(byte, 2)).join('[ :]?'),
    ...inBase64(bytes),
  ]
}

/** Base64 of the bytes at each of the three offsets within a longer text, without the characters that depend on their neighbours. */
function inBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(offset), ...bytes))
    const from = offset && offset + 1
    return text
      .slice(from, ((offset + bytes.length) * 4) / 3)
      .replace(/[+/]/g, (sign) => (sign === '+' ? '[+-]' : '[/_]'))
  })
}

const encoder = new TextEncoder()

/**
 * A pattern for the characters as plain text, JSON string, URL component, form value or HTML text, each escaped several times. Of the first
 * `optional` characters, only the last ones may be there. A text must fit in one way only: with several for each character, a text that does
 * not fit would be tried in all their combinations.
 */
function anyEscaping(chars: readonly string[], optional = 0): string {
  let pattern = ''
  let at = 0
  for (const [piece] of chars.join('').matchAll(/\\+|./gsu)) {
    const isRun = piece.startsWith('\\')
    const escapes = isRun || PLAIN.test(piece) ? '' : chars[at - 1] === '\\' ? ESCAPES_AFTER_RUN : ESCAPES
    const before = pattern && pattern + escapes
    const start = isRun ? RUN_START : ''
    const most = isRun ? piece.length : 1
    pattern = before && (at > optional ? before : `(?:${before}|${start})`)
    if (at === 0) pattern = start
    pattern += isRun ? formsOfRun(at < optional ? Math.max(1, at + most - optional) : most, most) : formsOf(piece)
    at += most
  }
  return pattern
}

const PLAIN = /[^\W_]/

/**
 * Between two characters: JSON within JSON doubles them, here six times. Unbounded, or before the first character, a long row of
 * backslashes would be read again from each of them.
 */
const ESCAPES = '\\\\{0,63}'
/** Those after a row of backslashes are part of it. */
const ESCAPES_AFTER_RUN = '(?:(?<!\\\\)\\\\{1,63})?'

/** A row of backslashes is read from its first one only. */
const RUN_START = '(?<!\\\\)'

/**
 * Backslashes beside each other, as one row: one pattern for each would fit their escaped, longer row in a number of ways that doubles with every
 * backslash.
 */
function formsOfRun(least: number, most: number): string {
  const times = `{${least},${most}}`
  const inUrl = `(?:%(?:25)*5c)${times}`
  const inHtml = `(?:&(?:amp;)*(?:#0*92|#x0*5c);)${times}`
  return `(?:\\\\{${least},}|(?:\\\\+u005c)${times}|${inUrl}|${inHtml})`
}

function formsOf(char: string): string {
  if (PLAIN.test(char)) return char
  const inUrl = Array.from(encoder.encode(char), (byte) => `%(?:25)*${hex(byte, 2)}`).join('')
  const inJson = char
    .split('')
    .map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
    .join(ESCAPES)
  const code = char.codePointAt(0) as number
  const inHtml = `&(?:amp;)*(?:#0*${code}|#x0*${hex(code, 1)}${ENTITY[char] ?? ''});`
  const plain = char.replace(/[^\w\s]/g, '\\$&')
  return `(?:${[plain, inUrl, inJson, inHtml, ...(char === ' ' ? ['\\+'] : [])].join('|')})`
}

const ENTITY: { readonly [char: string]: string } = { '&': '|amp', '<': '|lt', '>': '|gt', '"': '|quot', "'": '|apos' }

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
