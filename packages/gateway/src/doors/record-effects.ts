import type { DomainEvent } from '../books/effects.ts'
import type { NotificationEvent } from '../notifier.ts'
import type { Rooms } from '../rooms.ts'
import type { Queries } from '../storage/books.ts'
import { insertEffect } from '../storage/effects.ts'
import { insertRefund } from '../storage/refunds.ts'
import { runHandler, type Subject } from './run-handler.ts'

/** What must be woken once the transaction is committed. */
export interface Afterwards {
  sendRefunds: boolean
  effectsAtMs: number | undefined
}

/** Writes down what has to happen, in the transaction that makes it so, and does at once what can be done inside it. */
export async function recordEffects(
  rooms: Rooms,
  tx: Queries,
  effects: readonly DomainEvent[],
  subject: Subject,
): Promise<Afterwards> {
  const nowMs = rooms.clock.now()
  const after: Afterwards = { sendRefunds: false, effectsAtMs: undefined }
  for (const effect of effects) {
    if (effect.kind === 'refund.request') {
      await recordRefund(tx, effect, nowMs)
      after.sendRefunds = true
    } else {
      const nextMs = await recordHandler(rooms, tx, effect, subject, nowMs)
      if (nextMs !== undefined) after.effectsAtMs = Math.min(after.effectsAtMs ?? nextMs, nextMs)
    }
  }
  return after
}

export function wakeAfterwards({ wake }: Rooms, { sendRefunds, effectsAtMs }: Afterwards): void {
  if (sendRefunds) wake('send-refunds')
  if (effectsAtMs !== undefined) wake('effects', effectsAtMs)
}

/** Into the outbox: the call itself is made after the commit, by whoever comes first. */
async function recordRefund(tx: Queries, effect: Extract<DomainEvent, { kind: 'refund.request' }>, nowMs: number) {
  const { merchantRefundId, merchantOrderId, amount, origin } = effect
  await insertEffect(tx, effect, { nowMs, done: true })
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

async function recordHandler(
  rooms: Rooms,
  tx: Queries,
  effect: Exclude<DomainEvent, { kind: 'refund.request' }>,
  subject: Subject,
  nowMs: number,
): Promise<number | undefined> {
  const kind: NotificationEvent = effect.kind
  const wanted = rooms.handlers[kind] !== undefined
  const isNew = await insertEffect(tx, effect, { nowMs, done: !wanted })
  if (!isNew) return undefined
  const listening = rooms.notifiers.filter(({ kinds }) => kinds.includes(kind))
  for (const { name } of listening) {
    const notice = { ...effect, deliveryId: `${effect.deliveryId}:${name}`, notifier: name }
    await insertEffect(tx, notice, { nowMs, done: false })
  }
  const again = wanted
    ? await runHandler(rooms, tx, { deliveryId: effect.deliveryId, kind, attempts: 0, ...subject })
    : undefined
  return listening.length > 0 ? nowMs : again
}
