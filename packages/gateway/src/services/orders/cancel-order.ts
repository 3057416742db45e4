import type { Order } from '@galla/contract/gateway-api/orders'
import type { GatewayContext } from '../../context.ts'
import { GatewayError } from '../../errors.ts'
import { keepActor } from '../../storage/access/audit.ts'
import { repeatedOnConflict } from '../../storage/database.ts'
import { lockOrder, viewOrder } from '../../storage/orders/orders.ts'
import { checkPayable, readStored } from './open-order.ts'
import { applyToLocked, publishOrder } from './sync-order.ts'

/**
 * Closes an order whose payment was never started: nothing was sent, so no event tells of it. Cancelling a closed order again changes
 * nothing. The provider cannot cancel an order that it has.
 * @throws GatewayError NOT_FOUND, REFERENCE_PAID, PAYMENT_IN_PROGRESS
 */
export async function cancelOrder(context: GatewayContext, merchantOrderId: string): Promise<Order> {
  const { database, clock } = context
  const transition = await repeatedOnConflict(() =>
    database.transaction(async (tx) => {
      const locked = await lockOrder(tx, merchantOrderId)
      if (!locked) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
      await keepActor(tx, context.actor)
      const { state, sentAtMs, expiresAtMs, createdAtMs, checkout } = locked.row
      if (state === 'FAILED') return undefined
      if (state === 'COMPLETED') checkPayable(locked.row)
      if (sentAtMs !== undefined) {
        const until = new Date(expiresAtMs ?? createdAtMs).toISOString()
        throw new GatewayError(
          'PAYMENT_IN_PROGRESS',
          checkout === 'LINK'
            ? `${merchantOrderId} is a payment link that was created: cancel the link, not the order`
            : `The payment of ${merchantOrderId} was started and the provider cannot cancel it: it expires at ${until}`,
        )
      }
      return applyToLocked(context, tx, locked, [{ kind: 'cancel', atMs: clock.now() }])
    }, merchantOrderId),
  )
  if (transition) publishOrder(context, transition)
  return viewOrder(await readStored(context, merchantOrderId))
}
