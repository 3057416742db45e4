import { subscriptionOfReference } from '../../domain/subscriptions/ids.ts'
import { GatewayError, invalid } from '../../errors.ts'
import type { Queries } from '../../storage/database.ts'
import { isSubscription, orderWithBillReference } from '../../storage/orders/other-orders.ts'

// One payment of a reference counts: an order with the reference of a bill would be paid instead of the bill.

/** @throws GatewayError INVALID_REQUEST when the reference belongs to the bills of a subscription */
export async function checkReferenceOfOrder(on: Queries, reference: string): Promise<void> {
  const subscriptionId = subscriptionOfReference(reference)
  if (subscriptionId === undefined || !(await isSubscription(on, subscriptionId))) return
  throw invalid(
    'reference',
    `must not be ${reference}, which belongs to the bills of the subscription ${subscriptionId}: choose another reference`,
  )
}

/** @throws GatewayError ID_TAKEN when an order has a reference that belongs to the bills of a new subscription */
export async function checkReferencesOfBills(on: Queries, subscriptionId: string): Promise<void> {
  const order = await orderWithBillReference(on, subscriptionId)
  if (!order) return
  const { merchantOrderId, reference } = order
  const why = `a bill would have the reference ${reference} of the order ${merchantOrderId}`
  throw new GatewayError('ID_TAKEN', `${subscriptionId} cannot be billed, because ${why}: choose a new id`, {
    field: 'subscriptionId',
  })
}
