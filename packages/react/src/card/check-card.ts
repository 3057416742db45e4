import { ANY_CARD, brandOf } from './brand.ts'
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
  number?: 'short' | 'wrong'
  expiry?: 'wrong' | 'expired'
  cvv?: { digits: number }
}

export function checkCard(typed: TypedCard, nowMs: number): CardFaults {
  const digits = digitsOf(typed.number)
  const number = numberFault(digits)
  const expiry = expiryFault(typed.expiry, nowMs)
  const cvv = cvvFault(typed.cvv, (brandOf(digits) ?? ANY_CARD).cvvLength)
  return { ...(number && { number }), ...(expiry && { expiry }), ...(cvv && { cvv }) }
}

export function cvvFault(cvv: string, length: number): { digits: number } | undefined {
  return /^\d+$/.test(cvv) && cvv.length === length ? undefined : { digits: length }
}

function expiryFault(text: string, nowMs: number): 'wrong' | 'expired' | undefined {
  const expiry = readExpiry(text)
  if (!expiry) return 'wrong'
  return isExpired(expiry, nowMs) ? 'expired' : undefined
}
