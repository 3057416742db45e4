import { believableExpiry, SEND_WITHIN_MS } from './opening.ts'
import type { OrderRecord, ProviderOrderStatus } from './order.ts'
import { isMadeOrderId } from './order-ids.ts'

// Another shop on the same account of the provider may start an order with the same id: the provider then has an order that no request of this
// gateway created. Its payment pays for the goods of the other shop.

/** Known facts about requests that this database does not hold. */
export interface KnownStarts {
  /** Prefix of the ids that the gateway makes. */
  readonly orderIdPrefix: string
  /** When the database was restored last: requests from before may be missing in it. Epoch milliseconds. */
  readonly restoredAtMs?: number
}

/** An order with what its request asks for. */
export interface RequestedOrder extends OrderRecord {
  readonly request: { readonly [field: string]: unknown }
}

type Stated = Pick<ProviderOrderStatus, 'expireAt' | 'attempts'>

/** A span of time. Milliseconds. */
interface Span {
  readonly from: number
  readonly until: number
}

/** By which the provider's clock may differ from the gateway's. Milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** The lives that the provider may have given an order whose request asks for none. Milliseconds. */
const ANY_LIFE: Span = { from: 5 * 60_000, until: Number.POSITIVE_INFINITY }

/** True when the provider may have created the order in that time: after its expiry less its longest life, before its first attempt and its expiry less its shortest life. */
function mayBeCreatedWithin(time: Span, life: Span, order: OrderRecord, status: Stated): boolean {
  const expireAt = believableExpiry(order, status.expireAt)
  const attemptedAt = status.attempts.flatMap(({ timestamp }) => timestamp ?? [])
  const first = expireAt === undefined ? Number.NEGATIVE_INFINITY : expireAt - life.until
  const last = Math.min(...attemptedAt, expireAt === undefined ? Number.POSITIVE_INFINITY : expireAt - life.from)
  return first <= time.until + MAX_CLOCK_DIFFERENCE_MS && last >= time.from - MAX_CLOCK_DIFFERENCE_MS
}

const exactly = (ms: number): Span => ({ from: ms, until: ms })

/** The life that the request asks for. The request of a custom checkout or of a debit always asks for one. */
function requestedLife({ checkout, request, expiresAtMs, sentAtMs = 0 }: RequestedOrder): Span {
  const isAsked = checkout === 'CUSTOM' || checkout === 'DEBIT' || request.expireAfter !== undefined
  return isAsked && expiresAtMs !== undefined ? exactly(expiresAtMs - sentAtMs) : ANY_LIFE
}

/** True when the request that this database holds may have created the provider's order. A request that was not sent or was refused creates none. */
function mayHaveCreated(order: RequestedOrder, status: Stated): boolean {
  const { sentAtMs, opening } = order
  if (sentAtMs === undefined || opening === 'refused') return false
  const underWay = { from: sentAtMs, until: sentAtMs + SEND_WITHIN_MS }
  return mayBeCreatedWithin(underWay, requestedLife(order), order, status)
}

/**
 * True when a request of this gateway may have created the provider's order, although the database does not hold the request. The id is
 * the gateway's own, or the database was restored and the order may be from before.
 */
export function mayBeOurs(order: OrderRecord, status: Stated, { orderIdPrefix, restoredAtMs }: KnownStarts): boolean {
  if (isMadeOrderId(orderIdPrefix, order.merchantOrderId)) return true
  if (restoredAtMs === undefined) return false
  const { createdAtMs, expiresAtMs = createdAtMs } = order
  const beforeRestore = { from: Number.NEGATIVE_INFINITY, until: restoredAtMs }
  return mayBeCreatedWithin(beforeRestore, exactly(expiresAtMs - createdAtMs), order, status)
}

/**
 * True when a status is about an order that was started elsewhere with the same id. `orderId` is not known yet. A person's word that the
 * order is this order counts.
 */
export function isStartedElsewhere(order: RequestedOrder, status: Stated, known: KnownStarts): boolean {
  const { state, resolvedFindings = [] } = order
  if (state === 'COMPLETED' || resolvedFindings.includes(ID_IN_USE)) return false
  return !mayHaveCreated(order, status) && !mayBeOurs(order, status, known)
}

/** The key of the finding that the provider had the order's id before. */
export const ID_IN_USE = 'id-in-use'
