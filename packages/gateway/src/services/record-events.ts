import type { GatewayContext } from '../context.ts'
import type { DomainEvent } from '../domain/order.ts'
import { newRefund } from '../domain/refund.ts'
import type { NotificationEvent } from '../notifications/notifier.ts'
import type { Queries } from '../storage/database.ts'
import { insertDelivery } from '../storage/deliveries.ts'
import { insertRefund, saveRefund } from '../storage/refunds.ts'
import { postRefund } from './ledger.ts'
import { type EventSubject, runHandler } from './run-handler.ts'

/** The workers to wake after the commit. */
export interface FollowUpWork {
  sendRefunds: boolean
  deliveriesAtMs: number | undefined
}

/** Records events in the transaction that causes them, each with its deliveries, and runs their handlers in it. */
export async function recordEvents(
  context: GatewayContext,
  tx: Queries,
  events: readonly DomainEvent[],
  subject: EventSubject,
): Promise<FollowUpWork> {
  const nowMs = context.clock.now()
  const followUps: FollowUpWork = { sendRefunds: false, deliveriesAtMs: undefined }
  for (const event of events) {
    if (event.type === 'refund.request') {
      await recordRefundRequest(context, tx, event, nowMs)
      followUps.sendRefunds = true
    } else {
      const nextAtMs = await recordEvent(context, tx, event, subject, nowMs)
      if (nextAtMs !== undefined) followUps.deliveriesAtMs = Math.min(followUps.deliveriesAtMs ?? nextAtMs, nextAtMs)
    }
  }
  return followUps
}

export function wakeFollowUps({ wake }: GatewayContext, { sendRefunds, deliveriesAtMs }: FollowUpWork): void {
  if (sendRefunds) wake('send-refunds')
  if (deliveriesAtMs !== undefined) wake('deliveries', deliveriesAtMs)
}

/** Stores the automatic refund in the same transaction; a worker sends it after the commit. Recording it again changes nothing. */
async function recordRefundRequest(
  { log }: Pick<GatewayContext, 'log'>,
  tx: Queries,
  event: Extract<DomainEvent, { type: 'refund.request' }>,
  nowMs: number,
) {
  const { merchantRefundId, merchantOrderId, amount, origin } = event
  await insertDelivery(tx, event, { nowMs, done: true })
  const refund = newRefund({ merchantRefundId, merchantOrderId, amount, origin, createdAtMs: nowMs })
  const isNew = await insertRefund(tx, { refund, nextPollAtMs: nowMs })
  if (!isNew || (await postRefund(tx, refund, nowMs)) !== 'exceeds') return
  // Refunds made elsewhere have used up what was paid: this one must not be sent.
  const notSent = { nextPollAtMs: undefined, leaseToken: undefined }
  await saveRefund(tx, { ...refund, state: 'FAILED', errorCode: 'EXCEEDS_PAID' }, nowMs, notSent)
  log.error({ merchantRefundId, merchantOrderId }, 'An automatic refund exceeds what is left of its order')
}

async function recordEvent(
  context: GatewayContext,
  tx: Queries,
  event: Exclude<DomainEvent, { type: 'refund.request' }>,
  subject: EventSubject,
  nowMs: number,
): Promise<number | undefined> {
  const type: NotificationEvent = event.type
  const hasHandler = context.handlers[type] !== undefined
  const isNew = await insertDelivery(tx, event, { nowMs, done: !hasHandler })
  if (!isNew) return undefined
  const subscribed = context.notifiers.filter(({ kinds }) => kinds.includes(type))
  for (const { name } of subscribed) {
    const notification = { ...event, deliveryId: `${event.deliveryId}:${name}`, notifier: name }
    await insertDelivery(tx, notification, { nowMs, done: false })
  }
  const retryAtMs = hasHandler
    ? await runHandler(context, tx, { deliveryId: event.deliveryId, event: type, attempts: 0, ...subject })
    : undefined
  return subscribed.length > 0 ? nowMs : retryAtMs
}
