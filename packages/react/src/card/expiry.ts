import type { Expiry } from '@galla/contract/provider/payment-mode'

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
