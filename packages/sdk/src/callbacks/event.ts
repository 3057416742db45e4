import {
  type AttemptEventName,
  CALLBACK_TYPES,
  type CallbackEventName,
  type OrderEventName,
  type RefundEventName,
} from '@galla/contract/provider/callbacks'
import { type OrderStatus, readOrderStatus } from '../responses/orders.ts'
import { type RefundStatus, readRefundStatus } from '../responses/refunds.ts'
import { refuse } from './refusal.ts'

/** Which secret fitted: useful while one is being rotated. */
export type VerifiedBy = { mode: 'classic'; username: string } | { mode: 'hmac'; keyId?: string }

/** A callback whose sender was checked. `kind` is ours, `event` is the wire's; an event we do not know is a branch, to be answered with 2xx. */
export type CallbackEvent = { verifiedBy: VerifiedBy } & (
  | { kind: 'order'; event: OrderEventName; payload: OrderStatus }
  | { kind: 'attempt'; event: AttemptEventName; payload: OrderStatus }
  | { kind: 'refund'; event: RefundEventName; payload: RefundStatus }
  | { kind: 'unknown'; event: string; payload: unknown }
)

// Maps, since the words come from outside: in an object, `constructor` would be found.
const NAME_OF_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries(CALLBACK_TYPES).map(([name, type]) => [type, name]),
)
/** One page of the documentation spells this one without `attempt`. */
const ALIASES: ReadonlyMap<string, CallbackEventName> = new Map([
  ['pg.transaction.failed', 'pg.transaction.attempt.failed'],
])

/** Two documented refund samples come without their envelope; the state tells which event they are. */
const BARE_REFUNDS: ReadonlyMap<string, RefundEventName> = new Map([
  ['CONFIRMED', 'pg.refund.accepted'],
  ['COMPLETED', 'pg.refund.completed'],
  ['FAILED', 'pg.refund.failed'],
])

const decoder = new TextDecoder()

export function parseEvent(body: string | Uint8Array, verifiedBy: VerifiedBy): CallbackEvent {
  const message = parseObject(typeof body === 'string' ? body : decoder.decode(body))
  const payload = message.payload ?? message
  const event = nameOf(message)
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return { kind: 'unknown', event, payload, verifiedBy }
  switch (event) {
    case 'checkout.order.completed':
    case 'checkout.order.failed':
    case 'pg.order.completed':
    case 'pg.order.failed':
      return { kind: 'order', event, payload: readOrderStatus(payload), verifiedBy }
    case 'checkout.transaction.attempt.failed':
    case 'pg.transaction.attempt.failed':
      return { kind: 'attempt', event, payload: readOrderStatus(payload), verifiedBy }
    case 'pg.refund.accepted':
    case 'pg.refund.completed':
    case 'pg.refund.failed':
      return { kind: 'refund', event, payload: readRefundStatus(payload), verifiedBy }
    default:
      return { kind: 'unknown', event, payload, verifiedBy }
  }
}

type Message = { readonly [field: string]: unknown }

function parseObject(text: string): Message {
  try {
    // Decoded bytes have lost their byte order mark already; a text may still begin with one.
    const parsed: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Message
  } catch {
    // Refused below.
  }
  throw refuse('not-json')
}

function nameOf({ event, type, payload, state, originalMerchantOrderId }: Message): string {
  if (typeof event === 'string') return ALIASES.get(event) ?? event
  if (typeof type === 'string') return NAME_OF_TYPE.get(type) ?? type
  const bare = payload === undefined && typeof originalMerchantOrderId === 'string' && typeof state === 'string'
  return bare ? (BARE_REFUNDS.get(state) ?? '') : ''
}
