import type { GatewayContext } from '../../context.ts'
import { subscriptionEvent } from '../../domain/events/events.ts'
import type { SubscriptionEventType } from '../../domain/orders/order.ts'
import { isSubscriptionEnded } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../../storage/database.ts'
import { recordEvents } from '../events/record-events.ts'
import type { StoredBilling } from './facts.ts'

type Subject = Pick<StoredBilling, 'row' | 'mandate'>

/**
 * Records an event of a subscription in the transaction of its cause, once for each `occurrence`. The workers are woken at once: they find the delivery
 * after the commit.
 */
export async function recordBillingEvent(
  context: Pick<GatewayContext, 'clock' | 'log' | 'wake'>,
  tx: Queries,
  type: SubscriptionEventType,
  { row, mandate }: Subject,
  occurrence: string | number,
  merchantOrderId: string = mandate.setupOrderId,
): Promise<void> {
  const { subscriptionId } = row.record
  const event = subscriptionEvent(type, { subscriptionId, merchantOrderId }, occurrence)
  const { deliveries } = await recordEvents(context, tx, [event])
  if (deliveries) context.wake('deliveries')
}

/** Records each announced and each failed debit of the newest cycle that is not recorded yet. A subscription that has ended tells of no debit. */
export async function recordDebitEvents(
  context: Pick<GatewayContext, 'clock' | 'log' | 'wake'>,
  tx: Queries,
  billing: StoredBilling,
): Promise<void> {
  if (isSubscriptionEnded(billing.row.record)) return
  for (const { merchantOrderId, isSetup, notifiedAtMs, isNoticeTold, state, tries, isFailureTold } of billing.debits) {
    if (isSetup) continue
    // The id of a debit names its cycle and number.
    if (notifiedAtMs !== undefined && !isNoticeTold)
      await recordBillingEvent(context, tx, 'subscription.charge_upcoming', billing, merchantOrderId, merchantOrderId)
    if (state === 'FAILED' && tries.length > 0 && !isFailureTold)
      await recordBillingEvent(context, tx, 'subscription.charge_failed', billing, merchantOrderId, merchantOrderId)
  }
}
