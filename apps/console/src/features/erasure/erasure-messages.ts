import type { ErasurePreview, ErasureResult, PayerSelector } from '@galla/contract/gateway-api/payers'
import { messages } from '../../i18n/messages.ts'
import { eraseEnglish } from './english.ts'

/** The sentences of an erasure. */
export const eraseMessages = messages('erasure/erase', eraseEnglish)
const t = eraseMessages

/** By what a payer is found. */
export const SELECTORS = [
  { value: 'vpa', label: t.by.vpa },
  { value: 'phone', label: t.by.phone },
  { value: 'merchantUserId', label: t.by.merchantUserId },
  { value: 'merchantOrderId', label: t.by.merchantOrderId },
] as const

export type SelectorName = (typeof SELECTORS)[number]['value']

export const selectorOf = (name: SelectorName, value: string): PayerSelector =>
  ({ [name]: value.trim() }) as unknown as PayerSelector

/** Says what an erasure would do, one sentence for each effect. */
export function previewLines({ orders, held, inUse, byMaskOnly }: ErasurePreview): string[] {
  if (orders === 0) return [t.preview.none]
  const now = orders - held - inUse
  return [
    t.preview.now(now),
    ...(held > 0 ? [t.preview.held(held)] : []),
    ...(inUse > 0 ? [t.preview.inUse(inUse)] : []),
    ...(byMaskOnly > 0 ? [t.preview.byMask(byMaskOnly)] : []),
  ]
}

/** Says what an erasure did. */
export function resultText({ orders, held, inUse, erased }: ErasureResult): string {
  const rows = Object.values(erased).reduce((sum, count) => sum + count, 0)
  const later = held + inUse
  return t.done(orders - later, rows, later)
}
