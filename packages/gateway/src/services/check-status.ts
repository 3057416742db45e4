import type { GatewayContext } from '../context.ts'
import type { Observation } from '../domain/order.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import { readFailure, toOrderStatus, toRefundStatus } from '../provider/mapping.ts'

type CheckContext = Pick<GatewayContext, 'provider' | 'clock'>

/** Reads an order's status at the provider; hold no lock meanwhile. A failed read is an observation too. */
export async function checkOrderStatus(
  { provider, clock }: CheckContext,
  { merchantOrderId, checkout }: { merchantOrderId: string; checkout: 'STANDARD' | 'CUSTOM' },
): Promise<Observation> {
  const { getOrderStatus } = checkout === 'STANDARD' ? provider.standardCheckout : provider.customCheckout
  try {
    const response = await getOrderStatus({ merchantOrderId, details: true })
    // A response without any state did not come from the provider: something in between answered.
    if (response.state === 'UNKNOWN' && !response.wireState) {
      return { kind: 'status-failed', atMs: clock.now(), unknownOrder: false }
    }
    return { kind: 'status', atMs: clock.now(), status: toOrderStatus(response) }
  } catch (error) {
    return { kind: 'status-failed', atMs: clock.now(), unknownOrder: readFailure(error).unknownId }
  }
}

/** Reads a refund's status at the provider; hold no lock meanwhile. */
export async function checkRefundStatus(
  { provider }: CheckContext,
  merchantRefundId: string,
): Promise<RefundObservation> {
  try {
    return { kind: 'status', status: toRefundStatus(await provider.refunds.getStatus({ merchantRefundId })) }
  } catch (error) {
    const { unknownId, field } = readFailure(error)
    // An id that the client refuses to send, such as `..`, belongs to no refund.
    return { kind: 'status-failed', unknownRefund: unknownId || field === 'merchantRefundId' }
  }
}
