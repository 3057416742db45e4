import type { OrderRecord, ProviderOrderStatus } from './order.ts'
import { isMadeOrderId } from './order-ids.ts'
import { isCompleted } from './payments.ts'

// Another shop on the same account of the provider may start an order with the same id: the provider then has an order that no request of this
// gateway created. Its payment pays for the goods of the other shop.

/** Known facts about requests that this database does not hold. */
export interface KnownStarts {
  /** Prefix of the ids that the gateway makes. */
  readonly orderIdPrefix: string
  /** When the database was restored last: requests from before may be missing in it. Epoch milliseconds. */
  readonly restoredAtMs?: number
}

type Stated = Pick<ProviderOrderStatus, 'expireAt' | 'attempts'>

/** By which the provider's clock may differ from the gateway's. Milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** The shortest life of an order at the provider is as long as that: one that expires before our request was sent was created before it. */
const wasThereBefore = ({ sentAtMs }: OrderRecord, { expireAt, attempts }: Stated): boolean =>
  sentAtMs === undefined ||
  (expireAt !== undefined && expireAt < sentAtMs) ||
  attempts.some((one) => isCompleted(one) && (one.timestamp ?? sentAtMs) < sentAtMs - MAX_CLOCK_DIFFERENCE_MS)

/**
 * True when a request of this gateway may have created the provider's order, although the database does not hold the request. The id is
 * the gateway's own, or the database was restored and the order may be from before.
 */
export function mayBeOurs(order: OrderRecord, status: Stated, { orderIdPrefix, restoredAtMs }: KnownStarts): boolean {
  if (isMadeOrderId(orderIdPrefix, order.merchantOrderId)) return true
  if (restoredAtMs === undefined) return false
  const { createdAtMs, expiresAtMs = createdAtMs } = order
  const lifeMs = expiresAtMs - createdAtMs
  return status.expireAt === undefined || status.expireAt - lifeMs <= restoredAtMs + MAX_CLOCK_DIFFERENCE_MS
}

/**
 * True when a status is about an order that was started elsewhere with the same id. `orderId` is not known yet. A person's word that the
 * order is this order counts.
 */
export function isStartedElsewhere(order: OrderRecord, status: Stated, known: KnownStarts): boolean {
  const { state, resolvedFindings = [] } = order
  if (state === 'COMPLETED' || resolvedFindings.includes(ID_IN_USE)) return false
  return wasThereBefore(order, status) && !mayBeOurs(order, status, known)
}

/** The key of the finding that the provider had the order's id before. */
export const ID_IN_USE = 'id-in-use'
