import type { Paise } from '@galla/contract/money'
import type { DomainEvent } from '../books/effects.ts'
import { type RefundObservation, reduceRefund } from '../books/reduce-refund.ts'
import type { RefundRecord } from '../books/refund.ts'
import { nextRefundLook } from '../books/schedule.ts'
import { isStuckGiveBack, stuckGiveBack } from '../books/stuck-give-back.ts'
import type { Rooms } from '../rooms.ts'
import type { Queries } from '../storage/books.ts'
import type { OrderRow } from '../storage/order-row.ts'
import { lockOrder } from '../storage/orders.ts'
import { insertRefund, type RefundRow, readRefund, refundsOf, saveRefund, sumRefunds } from '../storage/refunds.ts'
import { recordEffects, wakeAfterwards } from './record-effects.ts'
import { fold, tell } from './settle.ts'
import { viewOrder, viewRefund } from './views.ts'

export interface SettledRefund {
  readonly refund: RefundRow
  /** The provider does not know it: it may be sent, under the same id. */
  readonly send: boolean
}

interface Which {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
}

/**
 * The only way into a refund: its order's lock, fold, save, do what follows, commit. One that somebody made beside us,
 * at the provider's, is taken in when it is heard of. Undefined: it is not ours to know.
 */
export async function settleRefund(
  rooms: Rooms,
  { merchantRefundId, merchantOrderId }: Which,
  heard: RefundObservation,
): Promise<SettledRefund | undefined> {
  const nowMs = rooms.clock.now()
  const settled = await rooms.books.transaction(async (tx) => {
    const locked = await lockOrder(tx, merchantOrderId)
    const order = locked?.row
    const known = await readRefund(tx, merchantRefundId)
    if (!locked || !order || (known && known.merchantOrderId !== merchantOrderId)) return undefined
    const before = known ?? (await adopt(tx, { merchantRefundId, merchantOrderId }, heard, nowMs))
    if (!before) return undefined
    const { refund, effects, send } = reduceRefund(before, heard)
    const nextPollAtMs = send ? nowMs : nextRefundLook(refund, nowMs)
    await saveRefund(tx, refund, nowMs, nextPollAtMs)
    if (effects.length > 0) await sumRefunds(tx, merchantOrderId, nowMs)
    const after = await follow(rooms, tx, order, merchantRefundId, effects)
    const row = { ...before, ...refund, version: before.version + 1 }
    const stopped = isStuckGiveBack(before, refund)
      ? await fold(rooms, tx, locked, [stuckGiveBack(refund, nowMs)])
      : undefined
    return { row, stopped, changed: refund.state !== before.state || !known, send, nextPollAtMs, after }
  })
  if (!settled) return undefined
  const { row, stopped, changed, send, nextPollAtMs, after } = settled
  if (nextPollAtMs !== undefined) rooms.wake(row.state === 'REQUESTED' ? 'send-refunds' : 'poll-refunds', nextPollAtMs)
  wakeAfterwards(rooms, after)
  if (stopped) tell(rooms, stopped)
  if (changed) {
    const { state, version } = row
    rooms.events.emit({ type: 'refund', merchantRefundId, merchantOrderId, state, version })
    rooms.log.info({ merchantRefundId, merchantOrderId, state }, 'A refund went on')
  }
  return { refund: row, send }
}

async function follow(
  rooms: Rooms,
  tx: Queries,
  order: OrderRow,
  merchantRefundId: string,
  effects: readonly DomainEvent[],
) {
  if (effects.length === 0) return { sendRefunds: false, effectsAtMs: undefined }
  const refunds = await refundsOf(tx, order.merchantOrderId)
  const mine = refunds.find((one) => one.merchantRefundId === merchantRefundId)
  const done = refunds.reduce((sum, { state, amount }) => (state === 'COMPLETED' ? sum + amount : sum), 0)
  const subject = { order: viewOrder({ ...order, refundedAmount: done }, refunds) }
  return recordEffects(rooms, tx, effects, mine ? { ...subject, refund: viewRefund(mine) } : subject)
}

/** Somebody gave money back in the provider's dashboard: the books must know, or they would give it back again. */
async function adopt(
  tx: Queries,
  which: Which,
  heard: RefundObservation,
  nowMs: number,
): Promise<RefundRow | undefined> {
  if (!('facts' in heard) || heard.facts.state === 'UNKNOWN') return undefined
  const { amount, originalMerchantOrderId } = heard.facts
  // Somebody else's answer, or none that says how much: there is nothing to write down.
  if (
    amount === undefined ||
    amount <= 0 ||
    (originalMerchantOrderId ?? which.merchantOrderId) !== which.merchantOrderId
  )
    return undefined
  const refund: RefundRecord = {
    ...which,
    amount: amount as Paise,
    state: 'PENDING',
    origin: 'elsewhere',
    inDoubt: false,
    createdAtMs: nowMs,
  }
  await insertRefund(tx, { refund, nextPollAtMs: undefined })
  return readRefund(tx, which.merchantRefundId)
}
