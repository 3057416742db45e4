import { ANY_CARD, type Brand, brandOf } from './brand.ts'
import { digitsOf, numberFault } from './card-number.ts'
import { isExpired, readExpiry } from './expiry.ts'

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
