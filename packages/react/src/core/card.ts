import type { Expiry } from '@galla/contract/provider/payment-mode'
import { type CardBrand, detectCardBrand, UNKNOWN_BRAND } from './card-network.ts'

/** Card details as the payer types them. */
export interface CardInput {
  /** Card number; spaces and dashes are ignored. */
  number: string
  /** Expiry month and year, for example `06 / 27`. */
  expiry: string
  /** Card verification value: 3 digits, 4 for American Express. */
  cvv: string
}

/** A CVV of the wrong length, or with other characters than digits. */
export interface CvvError {
  /** The number of digits that the CVV must have. */
  digits: number
}

/** Errors by field. The errors contain no part of the typed text. */
export interface CardErrors {
  /** `short`: incomplete. `wrong`: the length or the check digit does not match. `not-accepted`: see `networks`. */
  number?: 'short' | 'wrong' | 'not-accepted'
  /** `wrong`: not a month and year. `expired`: in the past. */
  expiry?: 'wrong' | 'expired'
  /** Present when the CVV is wrong. */
  cvv?: CvvError
}

/**
 * Validates card details; the empty object means valid. `nowMs` is the server's clock in epoch milliseconds.
 * `networks` are the accepted networks, for example `['VISA', 'RUPAY']`. Without `networks`, all networks are accepted.
 *
 * @example
 * ```ts
 * validateCard({ number: '4208 5851 9011 6667', expiry: '06 / 27', cvv: '50' }, Date.now()) // { cvv: { digits: 3 } }
 * ```
 */
export function validateCard(input: CardInput, nowMs: number, networks?: readonly string[]): CardErrors {
  const digits = onlyDigits(input.number)
  const brand = detectCardBrand(digits)
  const number = brand && !isAccepted(brand, networks) ? 'not-accepted' : cardNumberError(digits)
  const expiry = expiryError(input.expiry, nowMs)
  const cvv = cvvError(input.cvv, (brand ?? UNKNOWN_BRAND).cvvLength)
  return { ...(number && { number }), ...(expiry && { expiry }), ...(cvv && { cvv }) }
}

/** True when cards of this brand's network are accepted. The provider decides about unknown brands. */
export function isAccepted(brand: CardBrand, networks: readonly string[] | undefined): boolean {
  return networks === undefined || networks.includes(brand.network)
}

/** The error of a CVV that must have `length` digits; undefined for a correct CVV. */
export function cvvError(cvv: string, length: number): CvvError | undefined {
  return /^\d+$/.test(cvv) && cvv.length === length ? undefined : { digits: length }
}

function expiryError(text: string, nowMs: number): 'wrong' | 'expired' | undefined {
  const expiry = parseExpiry(text)
  if (!expiry) return 'wrong'
  return isExpired(expiry, nowMs) ? 'expired' : undefined
}

/** The digits of a text, without everything typed or pasted between them. */
export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** True when the check digit of a card number is right (Luhn algorithm, ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = digit * 2
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Digits of a card number in the groups in which they are printed; digits beyond the network's longest number are dropped. */
export function formatCardNumber(digits: string): string {
  const { groups, lengths } = detectCardBrand(digits) ?? UNKNOWN_BRAND
  const used = digits.slice(0, Math.max(...lengths))
  const parts: string[] = []
  let at = 0
  for (const size of groups) {
    if (at >= used.length) break
    parts.push(used.slice(at, at + size))
    at += size
  }
  if (at < used.length) parts.push(used.slice(at))
  return parts.join(' ')
}

/** The error of a card number in digits: `short` (incomplete) or `wrong` (length or check digit). Undefined for a correct number. */
export function cardNumberError(digits: string): 'short' | 'wrong' | undefined {
  const { lengths } = detectCardBrand(digits) ?? UNKNOWN_BRAND
  if (digits.length < Math.min(...lengths)) return 'short'
  return lengths.includes(digits.length) && passesLuhn(digits) ? undefined : 'wrong'
}

/** Month `01` to `12` and four-digit year from `0627`, `6/27`, `06 / 2027` or `06-27`; undefined for anything else. */
export function parseExpiry(text: string): Expiry | undefined {
  const parts = /^\s*(\d{1,2})\s*[/.\- ]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{4}|\d{2})\s*$/.exec(text)
  if (!parts) return undefined
  const [, month = '', year = ''] = parts
  const number = Number(month)
  if (number < 1 || number > 12) return undefined
  return { month: month.padStart(2, '0'), year: year.length === 2 ? `20${year}` : year }
}

/** True when a card has expired. A card is valid to the end of its month, Indian time. `nowMs` is the server's clock. */
export function isExpired({ month, year }: Expiry, nowMs: number): boolean {
  const endMs = Date.UTC(Number(year), Number(month), 1) - INDIA_OFFSET_MS
  return nowMs >= endMs
}

const INDIA_OFFSET_MS = 5.5 * 3_600_000

/**
 * An expiry as typed so far, with the slash: `627` becomes `06 / 27`. The first digit is a month by itself when no other
 * month starts with it (`2` to `9`) or a separator follows (`1/`).
 */
export function formatExpiry(text: string): string {
  const padded = text.replace(/^\D*([1-9](?=\D)|[2-9])/, '0$1')
  const digits = padded.replace(/\D/g, '').slice(0, 6)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** Reformats an input's value and keeps the caret behind the same digit, so that a digit in the middle can be corrected. */
export function formatInputValue(input: HTMLInputElement, format: (text: string) => string): void {
  const formatted = format(input.value)
  if (formatted === input.value) return
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  input.value = formatted
  if (atEnd) return
  let position = 0
  for (let seen = 0; seen < digitsBefore && position < formatted.length; position++) {
    if (/\d/.test(formatted[position] ?? '')) seen++
  }
  input.setSelectionRange(position, position)
}
