import type { CallbackFaults } from '@galla/contract/sandbox-api/faults'
import { defined } from '../domain/defined.ts'
import type { CallbackMessage } from './messages.ts'

/** One copy of a callback, to be sent `afterMs` milliseconds after its event. */
export interface CallbackCopy {
  readonly afterMs: number
  /** `drop`, `tamper`, `reorder`, `delay` or `duplicate`; absent for an unchanged copy. */
  readonly fault?: string
}

/** Delay of a reordered callback: long enough for the next one to arrive first. */
export const REORDER_DELAY_MS = 5_000

/** The copies of one callback under the callback faults. */
export function copiesFor(faults: CallbackFaults, random: () => number): CallbackCopy[] {
  const applies = (rate: number | undefined): boolean => rate !== undefined && rate > 0 && random() < rate
  const isDelayed = faults.delayRate === undefined || applies(faults.delayRate)
  const delayMs = isDelayed ? (faults.delayMs ?? 0) : 0
  if (applies(faults.dropRate)) return [{ afterMs: delayMs, fault: 'drop' }]
  const tampered = applies(faults.tamperRate)
  const reordered = applies(faults.reorderRate)
  const fault = tampered ? 'tamper' : reordered ? 'reorder' : delayMs > 0 ? 'delay' : undefined
  const afterMs = delayMs + (reordered ? REORDER_DELAY_MS : 0)
  const first: CallbackCopy = { afterMs, ...defined({ fault }) }
  if (!applies(faults.duplicateRate)) return [first]
  const copies = Math.max(1, faults.copies ?? 1)
  return [first, ...Array.from({ length: copies }, () => ({ afterMs, fault: 'duplicate' }))]
}

/** The body with another amount than the one that was signed. */
export function tamper(body: string): string {
  const changed = body.replace(/"amount":(\d+)/, (_, amount: string) => `"amount":${Number(amount) + 100}`)
  return changed === body ? `${body} ` : changed
}

/** A message with an event that the protocol does not have. */
export function unknownEvent(message: CallbackMessage): CallbackMessage {
  const event = 'offer.applied'
  const payload = { offerId: 'OFFER1', state: 'COMPLETED' }
  return { ...message, event, body: JSON.stringify({ event, type: 'OFFER_APPLIED', payload }) }
}

/** A message whose amount differs from the order's amount before it is signed, so its signature is valid. */
export function withWrongAmount(message: CallbackMessage): CallbackMessage {
  return { ...message, body: tamper(message.body) }
}
