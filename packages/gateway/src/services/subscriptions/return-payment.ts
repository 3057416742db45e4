import type { GatewayContext } from '../../context.ts'
import { automaticRefund, automaticRefundFailed } from '../../domain/orders/automatic-refunds.ts'
import { isToReturn } from '../../domain/subscriptions/next-action.ts'
import { type Queries, repeatedOnConflict } from '../../storage/database.ts'
import { lockOrder } from '../../storage/orders/orders.ts'
import { recordEvents, wakeFollowUps } from '../events/record-events.ts'
import { applyToLocked, publishOrder } from '../orders/sync-order.ts'
import { readBilling, type StoredBilling } from './facts.ts'
import type { Answer } from './open-billing-order.ts'

/**
 * Refunds what is left of a bill that was paid after the subscription had ended. The refund's id is derived, so it is requested once. A refund that
 * cannot be requested brings the order into review.
 */
export async function returnPayment(
  context: GatewayContext,
  billing: StoredBilling,
  merchantOrderId: string,
): Promise<Answer> {
  const { database } = context
  const returned = await repeatedOnConflict(() =>
    database.transaction((tx) => requestReturn(context, tx, billing, merchantOrderId), merchantOrderId),
  )
  if (returned) wakeFollowUps(context, returned.followUps)
  if (returned?.stopped) publishOrder(context, returned.stopped)
  return { isAnswered: true }
}

/** Decides again under the lock of the order: somebody may have requested a refund since. The end of that refund wakes the subscription. */
async function requestReturn(context: GatewayContext, tx: Queries, { row }: StoredBilling, merchantOrderId: string) {
  const locked = await lockOrder(tx, merchantOrderId)
  if (!locked) throw new Error(`The order ${merchantOrderId} is missing from the database`)
  const { debits } = await readBilling(tx, row, context.clock.now())
  if (!debits.some((one) => one.merchantOrderId === merchantOrderId && isToReturn(one))) return undefined
  const refund = automaticRefund(locked.row, 'late-payment', locked.row.availableAmount)
  const followUps = await recordEvents(context, tx, [refund])
  if (!followUps.refused) return { followUps }
  const failed = automaticRefundFailed(followUps.refused, context.clock.now())
  return { followUps, stopped: await applyToLocked(context, tx, locked, [failed]) }
}
