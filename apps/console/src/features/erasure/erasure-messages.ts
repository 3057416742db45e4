import type { ErasurePreview, ErasureResult, PayerSelector } from '@galla/contract/gateway-api/payers'
import { countText, plural } from '../../i18n/plural.ts'

/** By what a payer is found. */
export const SELECTORS = [
  { value: 'vpa', label: 'UPI address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'merchantUserId', label: 'Your id of the payer' },
  { value: 'merchantOrderId', label: 'One order' },
] as const

export type SelectorName = (typeof SELECTORS)[number]['value']

export const selectorOf = (name: SelectorName, value: string): PayerSelector =>
  ({ [name]: value.trim() }) as unknown as PayerSelector

/** Says what an erasure would do, one sentence for each effect. */
export function previewLines({ orders, held, inUse, byMaskOnly }: ErasurePreview): string[] {
  if (orders === 0) return ['No order of this payer has personal data. An order that was erased is not found again.']
  const now = orders - held - inUse
  return [
    `${plural(now, 'order')} would be erased now.`,
    ...(held > 0 ? [`${countText(held)} on legal hold: erased after the hold ends.`] : []),
    ...(inUse > 0
      ? [`${countText(inUse)} in use, not final or with an event that waits: erased as soon as that ends.`]
      : []),
    ...(byMaskOnly > 0
      ? [
          `${countText(byMaskOnly)} found by a masked UPI address only: another payer may have the same masked address. Look at these orders first.`,
        ]
      : []),
  ]
}

/** Says what an erasure did. */
export function resultText({ orders, held, inUse, erased }: ErasureResult): string {
  const rows = Object.values(erased).reduce((sum, count) => sum + count, 0)
  const later = held + inUse
  const rest = later > 0 ? ` ${plural(later, 'order')} on hold or in use will follow.` : ''
  return `${plural(orders - later, 'order')} erased: ${plural(rows, 'row')} changed.${rest} Amounts, ids and states stay.`
}
