import { formsOf, MASKED, MIN_LENGTH, maskText } from './mask-text.ts'

/** Bounds the recursion into response bodies. */
const MAX_DEPTH = 64
/** So many characters of a response are looked through, as an error needs no more; further texts are masked unseen. */
export const MAX_CHARACTERS = 65_536
/** A short text costs as much as one of so many characters. */
const LEAST_COST = 32

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

/** Objects whose texts all identify the payer. */
const SECRET_OBJECTS = new Set(['billingAddress', 'customerDetails'])

/** Their values decide what an error means, and a payer may have entered the same word: a code of capital letters stays. */
const CODE_FIELDS = new Set(['code', 'errorCode', 'detailedErrorCode'])
const CODE = /^[A-Z]+(?:_[A-Z]+)+$/
/** Fields of an error, whose names stay for the same reason. */
const ERROR_FIELDS = new Set([...CODE_FIELDS, 'message', 'context', 'data', 'success'])

/** 13 to 19 digits, with or without spaces and hyphens, within any text. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,18}/g

/** The values of a request body that must not appear in an error. `secret`: all texts of an object, such as an address. */
export function secretsIn(body: unknown, found: string[] = [], secret = false): string[] {
  if (typeof body !== 'object' || body === null) return found
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === 'object') secretsIn(value, found, secret || SECRET_OBJECTS.has(field))
    else if ((secret || SECRET_FIELDS.has(field)) && value !== undefined) found.push(...writingsOf(String(value)))
    else if (typeof value === 'string') {
      // A card number may be in any text: a message, an own value, an id.
      for (const [number] of value.matchAll(LONG_NUMBER)) if (isCardNumber(number)) found.push(...writingsOf(number))
    }
  }
  return found
}

/** A long number is repeated with or without signs between its digits, and a phone number without the country. */
function writingsOf(text: string): string[] {
  const digits = /^\+?\d(?:[ ()-]*\d){9,}$/.test(text) ? text.replace(/\D/g, '') : text
  return digits === text ? [text] : [text, digits, ...(digits.length < 13 ? [digits.slice(-10)] : [])]
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
  const known = secrets.filter(({ length }) => length >= MIN_LENGTH)
  if (known.length === 0) return value
  const forms = formsOf(known)
  let left = MAX_CHARACTERS
  const maskWithin = (text: string): string => {
    if (text.length < MIN_LENGTH) return text
    left -= Math.max(text.length, LEAST_COST)
    return left < 0 ? MASKED : maskText(text, forms)
  }
  const walk = (value: unknown, depth = 0): unknown => {
    if (depth > MAX_DEPTH) return MASKED
    if (typeof value === 'string') return maskWithin(value)
    if (typeof value === 'number') return known.includes(String(value)) ? MASKED : value
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          ERROR_FIELDS.has(key) ? key : walk(key),
          typeof item === 'string' && CODE_FIELDS.has(key) && CODE.test(item) ? item : walk(item, depth + 1),
        ]),
      )
    }
    return value
  }
  return walk(value) as Value
}
