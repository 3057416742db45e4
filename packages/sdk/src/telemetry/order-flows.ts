import type { Operation } from '../operations/operations.ts'
import type { Flow } from './events.ts'

/** Orders and refunds of custom checkout that are remembered; the oldest are forgotten. */
const CAPACITY = 10_000

/** The product of an order. A refund request does not name the product, but the telemetry of the refund does (protocol §12). */
export interface OrderFlows {
  /** Remembers the ids of a call; returns the product of its order. */
  flowOf(operation: Operation): Flow
  /** The product of a call about no known order: that of all calls so far, or the hosted page. */
  readonly usual: Flow
}

export function createOrderFlows(): OrderFlows {
  const custom = new Set<string>()
  const used = new Set<Flow>()
  const remember = (id: string) => {
    custom.add(id)
    if (custom.size > CAPACITY) for (const oldest of custom) return custom.delete(oldest)
    return true
  }
  const usual = (): Flow => (used.has('PG') && !used.has('PG_CHECKOUT') ? 'PG' : 'PG_CHECKOUT')

  return {
    get usual() {
      return usual()
    },
    flowOf({ endpoint, ids }) {
      const order = ids.merchantOrderId ?? ids.originalMerchantOrderId
      const refund = ids.merchantRefundId
      if (endpoint.startsWith('custom')) {
        used.add('PG')
        if (order !== undefined) remember(`order ${order}`)
        return 'PG'
      }
      if (endpoint.startsWith('standard')) {
        used.add('PG_CHECKOUT')
        return 'PG_CHECKOUT'
      }
      const known = custom.has(`order ${order}`) || custom.has(`refund ${refund}`)
      if (known && refund !== undefined) remember(`refund ${refund}`)
      return known ? 'PG' : usual()
    },
  }
}
