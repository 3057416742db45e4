import type { StartedSubscription, Subscription } from '@galla/contract/gateway-api/subscriptions'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { isSubscriptionEnded } from '../../domain/subscriptions/subscription.ts'
import { GatewayError } from '../../errors.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { readOrder } from '../../storage/orders/orders.ts'
import type { MandateRow } from '../../storage/subscriptions/mandates.ts'
import { readSubscription } from '../../storage/subscriptions/subscriptions.ts'
import { viewOf } from '../../storage/subscriptions/views.ts'
import { readBilling, type StoredBilling } from './facts.ts'
import { checkSubscriptionId } from './parameters.ts'

/** A subscription with its payer's access to it. */
export const startedSubscription = (
  { signSubscription, clock }: GatewayContext,
  subscription: Subscription,
  redirectUrl: string | undefined,
): StartedSubscription => ({
  subscription,
  payerToken: signSubscription(subscription.subscriptionId, clock.now()),
  ...defined({ redirectUrl }),
})

export const noSubscription = (subscriptionId: string): GatewayError =>
  new GatewayError('NOT_FOUND', `There is no subscription ${subscriptionId}`)

/** The page of a mandate until the page ends; undefined also when the page is not known, or no longer needed. */
export const openPage = (
  { setupEndsAtMs }: Pick<MandateRow, 'setupEndsAtMs'>,
  order: OrderRow | undefined,
  nowMs: number,
): string | undefined => (order?.state === 'PENDING' && nowMs < setupEndsAtMs ? order.opened?.redirectUrl : undefined)

/** The page of the newest mandate while the payer can still approve it. */
export async function setupPage(
  { database, clock }: GatewayContext,
  billing: StoredBilling,
): Promise<string | undefined> {
  const { row, mandate, mandates } = billing
  const newest = mandates.at(-1)
  const isAwaited = row.record.state === 'CREATED' || newest !== mandate
  if (!newest || !isAwaited || isSubscriptionEnded(row.record) || row.record.cancel) return undefined
  return openPage(newest, await readOrder(database, newest.setupOrderId), clock.now())
}

/** The payer's access to a stored subscription. @throws GatewayError INVALID_REQUEST, NOT_FOUND */
export async function subscriptionForPayer(
  context: GatewayContext,
  subscriptionId: string,
): Promise<StartedSubscription> {
  checkSubscriptionId(subscriptionId)
  const { database } = context
  const row = await readSubscription(database, subscriptionId)
  if (!row) throw noSubscription(subscriptionId)
  const redirectUrl = await setupPage(context, await readBilling(database, row, context.clock.now()))
  return startedSubscription(context, await viewOf(database, row), redirectUrl)
}
