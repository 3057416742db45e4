import type { Opening, OrderRecord, ProviderOrderStatus } from './order.ts'

/** Closed by the gateway on its own: provisional, a status or a reply reopens the order. */
const GIVEN_UP: ReadonlySet<Opening> = new Set(['refused', 'cancelled', 'never-sent', 'never-opened'])

/** Given-up orders that never were a payment. They are closed without an event, unless the order had replaced an older page of the cart. */
const SILENT: ReadonlySet<Opening> = new Set(['cancelled', 'never-sent'])

type Opened = Pick<OrderRecord, 'state' | 'opening'>

/** True when the order is FAILED only because the gateway gave up the order. The order reopens when the provider knows the order. */
export const isGivenUp = ({ state, opening }: Opened): boolean => state === 'FAILED' && GIVEN_UP.has(opening)

/** True when the provider has reported the order as failed. */
export const hasFailedAtProvider = ({ state, opening }: Opened): boolean => state === 'FAILED' && !GIVEN_UP.has(opening)

/** True when `order.failed` was recorded. */
export const wasReportedFailed = ({ state, opening }: Opened, hasReplaced = false): boolean =>
  state === 'FAILED' && (hasReplaced || !SILENT.has(opening))

/** The state of an order that is neither paid nor reported as failed. */
export function stateOfOpening(opening: Opening): 'CREATED' | 'PENDING' | 'FAILED' {
  if (GIVEN_UP.has(opening)) return 'FAILED'
  return opening === 'sent' ? 'PENDING' : 'CREATED'
}

/** True when the order was never sent to the provider, so that nobody can pay the order. */
export const isUnsent = ({ opening }: Pick<OrderRecord, 'opening'>): boolean => opening === 'unsent'

/** The request that begins a payment leaves within this time, or never. Milliseconds. */
export const SEND_WITHIN_MS = 60_000

/** True while the reply to the request that begins the payment may still come. Only this reply says whether this request created the order. */
export const isReplyAwaited = ({ sendByMs }: Pick<OrderRecord, 'sendByMs'>, nowMs: number): boolean =>
  sendByMs !== undefined && nowMs <= sendByMs

/** The longest life of an order, 60 days, and one more: the clocks differ. Milliseconds. */
const MAX_LIFE_MS = 61 * 24 * 3_600_000

/** The expiry that the provider states; undefined when no order lives that long: it would put off every check until then. */
export function believableExpiry(
  { createdAtMs }: Pick<OrderRecord, 'createdAtMs'>,
  expireAt: number | undefined,
): number | undefined {
  return expireAt !== undefined && expireAt <= createdAtMs + MAX_LIFE_MS ? expireAt : undefined
}

type Dated = Pick<OrderRecord, 'opening' | 'expiresAtMs'>

/** The expiry of an order after a report: the latest that the provider has stated, because that one is on payers’ pages. Before, ours is an estimate. */
export function lastExpiry({ opening, expiresAtMs }: Dated, reported: number | undefined): number | undefined {
  if (reported === undefined || expiresAtMs === undefined || opening !== 'sent') return reported ?? expiresAtMs
  return Math.max(reported, expiresAtMs)
}

/** After when a payment is late, by the provider's times; undefined when the report does not state the expiry. */
export const lateAfter = (order: Dated, { expireAt }: Pick<ProviderOrderStatus, 'expireAt'>): number | undefined =>
  expireAt === undefined ? undefined : lastExpiry(order, expireAt)
