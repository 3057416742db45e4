import type { Expiry } from '@galla/contract/provider/payment-mode'
import { ANY_CARD, type Brand, brandOf } from './card-network.ts'

/** Only the digits, whatever was typed or pasted between them. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** The check digit that every card number carries. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = digit * 2
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Spaces as they stand on the card; digits beyond the longest number of the network are dropped. */
export function groupNumber(digits: string): string {
  const { groups, lengths } = brandOf(digits) ?? ANY_CARD
  const kept = digits.slice(0, Math.max(...lengths))
  const parts: string[] = []
  let at = 0
  for (const size of groups) {
    if (at >= kept.length) break
    parts.push(kept.slice(at, at + size))
    at += size
  }
  if (at < kept.length) parts.push(kept.slice(at))
  return parts.join(' ')
}

/** What is wrong with a whole number, if anything. */
export function numberFault(digits: string): 'short' | 'wrong' | undefined {
  const { lengths } = brandOf(digits) ?? ANY_CARD
  if (digits.length < Math.min(...lengths)) return 'short'
  return lengths.includes(digits.length) && passesLuhn(digits) ? undefined : 'wrong'
}

/** What the form holds at the moment of sending. Read, checked, encrypted, dropped. */
export interface TypedCard {
  number: string
  expiry: string
  cvv: string
}

/** Faults by field. They name what is wrong and hold nothing of what was typed. */
export interface CardFaults {
  number?: 'short' | 'wrong' | 'not-taken'
  expiry?: 'wrong' | 'expired'
  cvv?: { digits: number }
}

/** `networks` are those that may pay, where not all of them may. */
export function checkCard(typed: TypedCard, nowMs: number, networks?: readonly string[]): CardFaults {
  const digits = digitsOf(typed.number)
  const brand = brandOf(digits)
  const number = brand && !isTaken(brand, networks) ? 'not-taken' : numberFault(digits)
  const expiry = expiryFault(typed.expiry, nowMs)
  const cvv = cvvFault(typed.cvv, (brand ?? ANY_CARD).cvvLength)
  return { ...(number && { number }), ...(expiry && { expiry }), ...(cvv && { cvv }) }
}

/** Whether cards of this network may pay. One that we do not know is for the provider to judge. */
export function isTaken(brand: Brand, networks: readonly string[] | undefined): boolean {
  return networks === undefined || networks.includes(brand.network)
}

export function cvvFault(cvv: string, length: number): { digits: number } | undefined {
  return /^\d+$/.test(cvv) && cvv.length === length ? undefined : { digits: length }
}

function expiryFault(text: string, nowMs: number): 'wrong' | 'expired' | undefined {
  const expiry = readExpiry(text)
  if (!expiry) return 'wrong'
  return isExpired(expiry, nowMs) ? 'expired' : undefined
}

/** `0627`, `6/27`, `06 / 2027`, `06-27`: the ways in which people and browsers write it. */
export function readExpiry(text: string): Expiry | undefined {
  const parts = /^\s*(\d{1,2})\s*[/.\- ]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{4}|\d{2})\s*$/.exec(text)
  if (!parts) return undefined
  const [, month = '', year = ''] = parts
  const number = Number(month)
  if (number < 1 || number > 12) return undefined
  return { month: month.padStart(2, '0'), year: year.length === 2 ? `20${year}` : year }
}

/** A card is good to the end of its last month, in India's time. `nowMs` is the provider's clock. */
export function isExpired({ month, year }: Expiry, nowMs: number): boolean {
  const firstMomentAfter = Date.UTC(Number(year), Number(month), 1) - INDIA_OFFSET_MS
  return nowMs >= firstMomentAfter
}

const INDIA_OFFSET_MS = 5.5 * 3_600_000

/**
 * Puts the stroke in while the payer types; leaves it alone when they take something away. A month of one digit ends with the
 * digit that can begin no other, or where the payer says so: `1/` is January.
 */
export function spacedExpiry(text: string): string {
  const padded = text.replace(/^\D*([1-9](?=\D)|[2-9])/, '0$1')
  const digits = padded.replace(/\D/g, '').slice(0, 6)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/**
 * Rewrites an input while it is typed in, and keeps the caret behind the same digit: without that, correcting a digit
 * in the middle would throw the payer to the end.
 */
export function formatInput(input: HTMLInputElement, format: (text: string) => string): void {
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
