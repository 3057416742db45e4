import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../context.ts'
import { balancesAfter } from '../domain/ledger.ts'
import type { DomainEvent } from '../domain/order.ts'
import { automaticRefundFailed, isFailedAutomaticRefund } from '../domain/order-rules.ts'
import type { RefundRecord } from '../domain/refund.ts'
import { type RefundObservation, reduceRefund } from '../domain/refund-reducer.ts'
import { nextRefundPoll } from '../domain/schedule.ts'
import { readFailure, toRefundStatus } from '../provider/mapping.ts'
import type { Queries } from '../storage/database.ts'
import { lockOrder, type OrderRow, viewOrder } from '../storage/orders.ts'
import { insertRefund, type RefundRow, readRefund, refundsOf, saveRefund, viewRefund } from '../storage/refunds.ts'
import { postRefund } from './ledger.ts'
import { recordEvents, wakeFollowUps } from './record-events.ts'
import { applyToLocked, publishOrder } from './sync-order.ts'

export interface AppliedRefund {
  readonly refund: RefundRow
  /** The provider does not know it: it may be sent again under the same id. */
  readonly send: boolean
}

interface RefundKey {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
}

/** Checks a refund's status at the provider. A failed check is an observation too. Never call it with a lock held. */
export async function checkRefundStatus(
  { provider }: Pick<GatewayContext, 'provider'>,
  merchantRefundId: string,
): Promise<RefundObservation> {
  try {
    return { kind: 'status', status: toRefundStatus(await provider.refunds.getStatus({ merchantRefundId })) }
  } catch (error) {
    const { unknownId, field } = readFailure(error)
    // An id that the client refuses to send, such as `..`, belongs to no refund.
    return { kind: 'status-failed', unknownRefund: unknownId || field === 'merchantRefundId' }
  }
}

/** Checks the refund's status at the provider and applies it. */
export async function syncRefund(context: GatewayContext, refund: RefundKey): Promise<AppliedRefund | undefined> {
  return applyRefundObservation(context, refund, await checkRefundStatus(context, refund.merchantRefundId))
}

/**
 * The only function that changes a refund: it locks the refund's order, reduces the observation, saves the refund with its events,
 * and commits. A refund that was made in the provider's dashboard is imported when it is first observed. Undefined when the refund
 * belongs to no stored order.
 */
export async function applyRefundObservation(
  context: GatewayContext,
  { merchantRefundId, merchantOrderId }: RefundKey,
  observation: RefundObservation,
): Promise<AppliedRefund | undefined> {
  const nowMs = context.clock.now()
  const applied = await context.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, merchantOrderId)
    const order = locked?.row
    const known = await readRefund(tx, merchantRefundId)
    if (!locked || !order || (known && known.merchantOrderId !== merchantOrderId)) return undefined
    const before = known ?? (await importRefund(tx, { merchantRefundId, merchantOrderId }, observation, nowMs))
    if (!before) return undefined
    const { refund, events, send } = reduceRefund(before, observation)
    const nextPollAtMs = send ? nowMs : nextRefundPoll(refund, nowMs)
    await saveRefund(tx, refund, nowMs, nextPollAtMs)
    const posted = await postRefund(tx, refund, nowMs)
    if (posted === 'exceeds')
      context.log.error({ merchantRefundId, merchantOrderId }, 'A refund exceeds what is left of its order')
    const balanced = { ...order, ...balancesAfter(order, posted === 'exceeds' ? [] : posted) }
    const followUps = await recordRefundEvents(context, tx, balanced, merchantRefundId, events)
    const row = { ...before, ...refund, version: before.version + 1 }
    const stoppedOrder = isFailedAutomaticRefund(before, refund)
      ? await applyToLocked(context, tx, { ...locked, row: balanced }, [automaticRefundFailed(refund, nowMs)])
      : undefined
    return { row, stoppedOrder, changed: refund.state !== before.state || !known, send, nextPollAtMs, followUps }
  })
  if (!applied) return undefined
  const { row, stoppedOrder, changed, send, nextPollAtMs, followUps } = applied
  if (nextPollAtMs !== undefined)
    context.wake(row.state === 'REQUESTED' ? 'send-refunds' : 'poll-refunds', nextPollAtMs)
  wakeFollowUps(context, followUps)
  if (stoppedOrder) publishOrder(context, stoppedOrder)
  if (changed) {
    const { state, version } = row
    context.events.emit({ type: 'refund', merchantRefundId, merchantOrderId, state, version })
    context.log.info({ merchantRefundId, merchantOrderId, state }, 'Refund updated')
  }
  return { refund: row, send }
}

async function recordRefundEvents(
  context: GatewayContext,
  tx: Queries,
  order: OrderRow,
  merchantRefundId: string,
  events: readonly DomainEvent[],
) {
  if (events.length === 0) return { sendRefunds: false, deliveriesAtMs: undefined }
  const refunds = await refundsOf(tx, order.merchantOrderId)
  const refund = refunds.find((one) => one.merchantRefundId === merchantRefundId)
  const subject = { order: viewOrder(order) }
  return recordEvents(context, tx, events, refund ? { ...subject, refund: viewRefund(refund) } : subject)
}

/** Stores a refund made in the provider's dashboard, so that its amount cannot be refunded a second time. */
async function importRefund(
  tx: Queries,
  key: RefundKey,
  observation: RefundObservation,
  nowMs: number,
): Promise<RefundRow | undefined> {
  if (!('status' in observation) || observation.status.state === 'UNKNOWN') return undefined
  const { amount, originalMerchantOrderId } = observation.status
  // A status of another order, or without an amount, cannot be imported.
  if (amount === undefined || amount <= 0 || (originalMerchantOrderId ?? key.merchantOrderId) !== key.merchantOrderId)
    return undefined
  const refund: RefundRecord = {
    ...key,
    amount: amount as Paise,
    state: 'PENDING',
    origin: 'elsewhere',
    inDoubt: false,
    createdAtMs: nowMs,
  }
  await insertRefund(tx, { refund, nextPollAtMs: undefined })
  return readRefund(tx, key.merchantRefundId)
}
