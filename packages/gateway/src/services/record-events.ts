import type { GatewayContext } from '../context.ts'
import type { DomainEvent } from '../domain/order.ts'
import { newRefund } from '../domain/refund.ts'
import type { Queries } from '../storage/database.ts'
import { insertEvent } from '../storage/events.ts'
import { insertRefund, saveRefund } from '../storage/refunds.ts'
import { postRefund } from './ledger.ts'

/** The workers to wake after the commit. */
export interface FollowUpWork {
  readonly sendRefunds: boolean
  readonly deliveries: boolean
}

/**
 * Records events in the transaction that causes them, each with one delivery for each subscription in the database. Nothing is
 * delivered here: a worker does it after the commit.
 */
export async function recordEvents(
  context: Pick<GatewayContext, 'clock' | 'log'>,
  tx: Queries,
  events: readonly DomainEvent[],
): Promise<FollowUpWork> {
  const nowMs = context.clock.now()
  let sendRefunds = false
  let deliveries = 0
  for (const event of events) {
    if (event.type === 'refund.request') {
      await recordRefundRequest(context, tx, event, nowMs)
      sendRefunds = true
    } else {
      deliveries += await insertEvent(tx, event, nowMs)
    }
  }
  return { sendRefunds, deliveries: deliveries > 0 }
}

export function wakeFollowUps({ wake }: Pick<GatewayContext, 'wake'>, { sendRefunds, deliveries }: FollowUpWork): void {
  if (sendRefunds) wake('send-refunds')
  if (deliveries) wake('deliveries')
}

/** Stores the automatic refund in the same transaction; a worker sends it after the commit. Recording it again changes nothing. */
async function recordRefundRequest(
  { log }: Pick<GatewayContext, 'log'>,
  tx: Queries,
  event: Extract<DomainEvent, { type: 'refund.request' }>,
  nowMs: number,
) {
  const { merchantRefundId, merchantOrderId, amount, origin } = event
  const refund = newRefund({ merchantRefundId, merchantOrderId, amount, origin, createdAtMs: nowMs })
  const isNew = await insertRefund(tx, { refund, nextPollAtMs: nowMs })
  if (!isNew || (await postRefund(tx, refund, nowMs)) !== 'exceeds') return
  // Refunds made elsewhere have used up what was paid: this one must not be sent.
  const notSent = { nextPollAtMs: undefined, leaseToken: undefined }
  await saveRefund(tx, { ...refund, state: 'FAILED', errorCode: 'EXCEEDS_PAID' }, nowMs, notSent)
  log.error({ merchantRefundId, merchantOrderId }, 'An automatic refund exceeds what is left of its order')
}
