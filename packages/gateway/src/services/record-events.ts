import type { GatewayContext } from '../context.ts'
import type { DomainEvent } from '../domain/events.ts'
import type { NotificationEvent } from '../notifications/notifier.ts'
import type { Queries } from '../storage/database.ts'
import { insertDelivery } from '../storage/deliveries.ts'
import { insertRefund } from '../storage/refunds.ts'
import { runHandler, type Subject } from './run-handler.ts'

/** What must be woken once the transaction is committed. */
export interface FollowUpWork {
  sendRefunds: boolean
  deliveriesAtMs: number | undefined
}

/** Writes down what has to happen, in the transaction that makes it so, and does at once what can be done inside it. */
export async function recordEvents(
  context: GatewayContext,
  tx: Queries,
  effects: readonly DomainEvent[],
  subject: Subject,
): Promise<FollowUpWork> {
  const nowMs = context.clock.now()
  const after: FollowUpWork = { sendRefunds: false, deliveriesAtMs: undefined }
  for (const effect of effects) {
    if (effect.kind === 'refund.request') {
      await recordRefundRequest(tx, effect, nowMs)
      after.sendRefunds = true
    } else {
      const nextMs = await recordEvent(context, tx, effect, subject, nowMs)
      if (nextMs !== undefined) after.deliveriesAtMs = Math.min(after.deliveriesAtMs ?? nextMs, nextMs)
    }
  }
  return after
}

export function wakeFollowUps({ wake }: GatewayContext, { sendRefunds, deliveriesAtMs }: FollowUpWork): void {
  if (sendRefunds) wake('send-refunds')
  if (deliveriesAtMs !== undefined) wake('effects', deliveriesAtMs)
}

/** Into the outbox: the call itself is made after the commit, by whoever comes first. */
async function recordRefundRequest(
  tx: Queries,
  effect: Extract<DomainEvent, { kind: 'refund.request' }>,
  nowMs: number,
) {
  const { merchantRefundId, merchantOrderId, amount, origin } = effect
  await insertDelivery(tx, effect, { nowMs, done: true })
  await insertRefund(tx, {
    refund: {
      merchantRefundId,
      merchantOrderId,
      amount,
      origin,
      state: 'REQUESTED',
      inDoubt: false,
      createdAtMs: nowMs,
    },
    nextPollAtMs: nowMs,
  })
}

async function recordEvent(
  context: GatewayContext,
  tx: Queries,
  effect: Exclude<DomainEvent, { kind: 'refund.request' }>,
  subject: Subject,
  nowMs: number,
): Promise<number | undefined> {
  const kind: NotificationEvent = effect.kind
  const wanted = context.handlers[kind] !== undefined
  const isNew = await insertDelivery(tx, effect, { nowMs, done: !wanted })
  if (!isNew) return undefined
  const listening = context.notifiers.filter(({ kinds }) => kinds.includes(kind))
  for (const { name } of listening) {
    const notice = { ...effect, deliveryId: `${effect.deliveryId}:${name}`, notifier: name }
    await insertDelivery(tx, notice, { nowMs, done: false })
  }
  const again = wanted
    ? await runHandler(context, tx, { deliveryId: effect.deliveryId, kind, attempts: 0, ...subject })
    : undefined
  return listening.length > 0 ? nowMs : again
}
