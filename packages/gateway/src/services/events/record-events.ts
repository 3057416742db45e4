import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { refundEvent } from '../../domain/events/events.ts'
import type { DomainEvent } from '../../domain/orders/order.ts'
import { nextRefundPoll } from '../../domain/refunds/polls.ts'
import { newRefund, type RefundRecord } from '../../domain/refunds/refund.ts'
import type { Queries } from '../../storage/database.ts'
import { insertEvent } from '../../storage/events/events.ts'
import { insertRefund, newRefundKey, readRefund, saveRefund } from '../../storage/refunds/refunds.ts'
import { postRefund } from '../finance/ledger.ts'

/** The workers to wake after the commit. */
export interface FollowUpWork {
  readonly sendRefunds: boolean
  readonly deliveries: boolean
  /** An automatic refund that cannot be sent. Its order needs review in the same transaction. */
  readonly refused?: Pick<RefundRecord, 'errorCode'> & { readonly merchantRefundId: string }
}

export function mergeFollowUps(first: FollowUpWork | undefined, second: FollowUpWork | undefined): FollowUpWork {
  return {
    sendRefunds: (first?.sendRefunds || second?.sendRefunds) ?? false,
    deliveries: (first?.deliveries || second?.deliveries) ?? false,
  }
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
  let refused: FollowUpWork['refused']
  for (const event of events) {
    if (event.type === 'refund.request') {
      const outcome = await recordRefundRequest(tx, event, nowMs)
      sendRefunds = true
      if (outcome === undefined) continue
      const { merchantRefundId, merchantOrderId } = event
      const { errorCode, failed } = outcome
      refused = { merchantRefundId, errorCode }
      context.log.error({ ...refused, merchantOrderId }, 'An automatic refund cannot be sent')
      if (failed) deliveries += await insertEvent(tx, refundEvent('refund.failed', failed), nowMs)
    } else {
      deliveries += await insertEvent(tx, event, nowMs)
    }
  }
  return { sendRefunds, deliveries: deliveries > 0, ...defined({ refused }) }
}

export function wakeFollowUps({ wake }: Pick<GatewayContext, 'wake'>, { sendRefunds, deliveries }: FollowUpWork): void {
  if (sendRefunds) wake('send-refunds')
  if (deliveries) wake('deliveries')
}

/**
 * Stores the automatic refund in the same transaction; a worker sends it after the commit. Recording it again changes nothing.
 * @returns why it is not sent, if so
 */
async function recordRefundRequest(
  tx: Queries,
  event: Extract<DomainEvent, { type: 'refund.request' }>,
  nowMs: number,
): Promise<{ readonly errorCode: string; readonly failed?: RefundRecord } | undefined> {
  const { merchantRefundId, merchantOrderId, amount, origin } = event
  const refund = newRefund({
    id: await newRefundKey(tx),
    merchantRefundId,
    merchantOrderId,
    amount,
    origin,
    createdAtMs: nowMs,
  })
  if (!(await insertRefund(tx, { refund, nextPollAtMs: nowMs }))) {
    const known = await readRefund(tx, merchantRefundId)
    // A refund that somebody requested under this id gives back something else. One that was found before the payment was known needs review as failed.
    const isFound = known?.origin === 'external' && known.needsReview !== undefined
    const hasFailed = known?.state === 'FAILED' && !isFound
    const isOther = known?.origin === 'api' || known?.origin === 'console' || hasFailed
    const isSame = known?.merchantOrderId === merchantOrderId && known.amount === amount && !isOther
    return isSame ? undefined : { errorCode: 'ID_TAKEN' }
  }
  if ((await postRefund(tx, refund, nowMs)) !== 'exceeds') return undefined
  // Refunds made elsewhere have used up what was paid: this one must not be sent.
  const failed: RefundRecord = { ...refund, state: 'FAILED', errorCode: 'EXCEEDS_PAID', eventCount: 1 }
  await saveRefund(tx, failed, nowMs, { nextPollAtMs: nextRefundPoll(failed, nowMs), leaseToken: undefined })
  return { errorCode: 'EXCEEDS_PAID', failed }
}
