import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../context.ts'
import type { DomainEvent } from '../domain/events.ts'
import { automaticRefundFailed, isFailedAutomaticRefund } from '../domain/order-rules.ts'
import type { RefundRecord } from '../domain/refund.ts'
import { type RefundObservation, reduceRefund } from '../domain/refund-reducer.ts'
import { nextRefundPoll } from '../domain/schedule.ts'
import type { Queries } from '../storage/database.ts'
import type { OrderRow } from '../storage/order-row.ts'
import { lockOrder } from '../storage/orders.ts'
import { insertRefund, type RefundRow, readRefund, refundsOf, saveRefund, sumRefunds } from '../storage/refunds.ts'
import { recordEvents, wakeFollowUps } from './record-events.ts'
import { fold, tell } from './sync-order.ts'
import { viewOrder, viewRefund } from './views.ts'

export interface AppliedRefund {
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
export async function applyRefundObservation(
  context: GatewayContext,
  { merchantRefundId, merchantOrderId }: Which,
  heard: RefundObservation,
): Promise<AppliedRefund | undefined> {
  const nowMs = context.clock.now()
  const applied = await context.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, merchantOrderId)
    const order = locked?.row
    const known = await readRefund(tx, merchantRefundId)
    if (!locked || !order || (known && known.merchantOrderId !== merchantOrderId)) return undefined
    const before = known ?? (await importRefund(tx, { merchantRefundId, merchantOrderId }, heard, nowMs))
    if (!before) return undefined
    const { refund, effects, send } = reduceRefund(before, heard)
    const nextPollAtMs = send ? nowMs : nextRefundPoll(refund, nowMs)
    await saveRefund(tx, refund, nowMs, nextPollAtMs)
    if (effects.length > 0) await sumRefunds(tx, merchantOrderId, nowMs)
    const after = await follow(context, tx, order, merchantRefundId, effects)
    const row = { ...before, ...refund, version: before.version + 1 }
    const stopped = isFailedAutomaticRefund(before, refund)
      ? await fold(context, tx, locked, [automaticRefundFailed(refund, nowMs)])
      : undefined
    return { row, stopped, changed: refund.state !== before.state || !known, send, nextPollAtMs, after }
  })
  if (!applied) return undefined
  const { row, stopped, changed, send, nextPollAtMs, after } = applied
  if (nextPollAtMs !== undefined)
    context.wake(row.state === 'REQUESTED' ? 'send-refunds' : 'poll-refunds', nextPollAtMs)
  wakeFollowUps(context, after)
  if (stopped) tell(context, stopped)
  if (changed) {
    const { state, version } = row
    context.events.emit({ type: 'refund', merchantRefundId, merchantOrderId, state, version })
    context.log.info({ merchantRefundId, merchantOrderId, state }, 'A refund went on')
  }
  return { refund: row, send }
}

async function follow(
  context: GatewayContext,
  tx: Queries,
  order: OrderRow,
  merchantRefundId: string,
  effects: readonly DomainEvent[],
) {
  if (effects.length === 0) return { sendRefunds: false, deliveriesAtMs: undefined }
  const refunds = await refundsOf(tx, order.merchantOrderId)
  const mine = refunds.find((one) => one.merchantRefundId === merchantRefundId)
  const done = refunds.reduce((sum, { state, amount }) => (state === 'COMPLETED' ? sum + amount : sum), 0)
  const subject = { order: viewOrder({ ...order, refundedAmount: done }, refunds) }
  return recordEvents(context, tx, effects, mine ? { ...subject, refund: viewRefund(mine) } : subject)
}

/** Somebody gave money back in the provider's dashboard: the database must know, or they would give it back again. */
async function importRefund(
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
