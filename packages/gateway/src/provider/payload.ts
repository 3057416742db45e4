import { maskMessage } from '../domain/masking.ts'

/** What a call says beyond this is told by its length alone. Characters. */
const MAX_CHARACTERS = 8_000
const MAX_TEXT = 300

/** Sealed or not, nothing of a card belongs in a log. */
const CARDS = new Set(['cardDetails', 'tokenDetails'])

/** A request or a reply as it may lie in the log: its shape, ids, amounts and states; no payer, no card, no link that opens a payment. */
export function loggablePayload(value: unknown): unknown {
  const text = JSON.stringify(maskMessage(value), (name, one: unknown) => {
    if (CARDS.has(name)) return '****'
    if (typeof one !== 'string') return one
    const open = /url$/i.test(name) ? one.replace(/\?.*$/s, '?****') : one
    return open.length > MAX_TEXT ? `${open.slice(0, 40)}… (${open.length} characters)` : open
  })
  if (text === undefined) return undefined
  return text.length > MAX_CHARACTERS ? { leftOut: `${text.length} characters` } : JSON.parse(text)
}
