import type { GatewayContext } from '../context.ts'
import type { Observation } from '../domain/order.ts'
import type { RefundObservation } from '../domain/refund-reducer.ts'
import { readFailure, toOrderStatus, toRefundStatus } from '../provider/mapping.ts'

type Asking = Pick<GatewayContext, 'provider' | 'clock'>

/** Reads an order's status at the provider; no lock is held meanwhile. An answer that does not come is an observation too. */
export async function checkOrderStatus(
  { provider, clock }: Asking,
  { merchantOrderId, checkout }: { merchantOrderId: string; checkout: 'STANDARD' | 'CUSTOM' },
): Promise<Observation> {
  const { getOrderStatus } = checkout === 'STANDARD' ? provider.standardCheckout : provider.customCheckout
  try {
    const told = await getOrderStatus({ merchantOrderId, details: true })
    // No state at all is no word of the provider's: something in between has answered in its place.
    if (told.state === 'UNKNOWN' && !told.wireState) {
      return { kind: 'status-failed', atMs: clock.now(), unknownOrder: false }
    }
    return { kind: 'status', atMs: clock.now(), status: toOrderStatus(told) }
  } catch (error) {
    return { kind: 'status-failed', atMs: clock.now(), unknownOrder: readFailure(error).unknownId }
  }
}

export async function checkRefundStatus({ provider }: Asking, merchantRefundId: string): Promise<RefundObservation> {
  try {
    return { kind: 'status', facts: toRefundStatus(await provider.refunds.getStatus({ merchantRefundId })) }
  } catch (error) {
    const { unknownId, field } = readFailure(error)
    // An id that cannot even be asked about, such as `..`, is no refund's.
    return { kind: 'status-failed', unknownRefund: unknownId || field === 'merchantRefundId' }
  }
}
