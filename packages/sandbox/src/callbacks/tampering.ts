import type { CallbackFaults } from '@galla/contract/sandbox-api/faults'
import type { Message } from './messages.ts'

/** One copy of a callback as it will be sent. */
export interface Copy {
  readonly afterMs: number
  readonly mischief?: string
}

/** A reordered callback is held back so long that the next one overtakes it. */
export const HELD_BACK_MS = 5_000

/** Which copies of one callback go out, and when: none, one or many. */
export function copiesOf(faults: CallbackFaults, random: () => number): Copy[] {
  const struck = (rate: number | undefined): boolean => rate !== undefined && rate > 0 && random() < rate
  const delayMs = faults.delayMs ?? 0
  if (struck(faults.dropRate)) return [{ afterMs: delayMs, mischief: 'drop' }]
  const mischief = struck(faults.tamperRate) ? 'tamper' : undefined
  const held = struck(faults.reorderRate)
  const name = mischief ?? (held ? 'reorder' : delayMs > 0 ? 'delay' : undefined)
  const first: Copy = {
    afterMs: delayMs + (held ? HELD_BACK_MS : 0),
    ...(name === undefined ? {} : { mischief: name }),
  }
  if (!struck(faults.duplicateRate)) return [first]
  const copies = Math.max(1, faults.copies ?? 1)
  return [first, ...Array.from({ length: copies }, () => ({ afterMs: first.afterMs, mischief: 'duplicate' }))]
}

/** The body with its amount changed after it was signed: what a forger would do. */
export function tampered(body: string): string {
  const changed = body.replace(/"amount":(\d+)/, (_, amount: string) => `"amount":${Number(amount) + 100}`)
  return changed === body ? `${body} ` : changed
}

/** A message that the merchant has never heard of. */
export function strangeEvent(message: Message): Message {
  const event = 'settlement.processed'
  const body = JSON.stringify({
    event,
    type: 'SETTLEMENT_PROCESSED',
    payload: { settlementId: 'STL1', state: 'COMPLETED' },
  })
  return { ...message, event, body }
}

/** Well signed, about a real order, with an amount that nobody asked for. */
export function wrongAmount(message: Message): Message {
  return { ...message, body: tampered(message.body) }
}
