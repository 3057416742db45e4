import { ANY_CARD, brandOf } from './brand.ts'

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
