import type {
  AttemptEventName,
  CallbackEventName,
  OrderEventName,
  RefundEventName,
} from '@galla/contract/provider/callbacks'
import type { GallaError } from '../errors/galla-error.ts'
import { jsonObject } from '../json-object.ts'
import { type LinkEvent, readLinkStatus } from '../responses/links.ts'
import type { SubscriptionEvent } from '../responses/mandates.ts'
import { type OrderStatus, readOrderStatus } from '../responses/orders.ts'
import { type RefundStatus, readRefundStatus } from '../responses/refunds.ts'
import type { SettlementEvent } from '../responses/settlements.ts'
import { bodyRefusal } from './refusal.ts'

/** The credential that authenticated a callback. During a rotation, shows which callbacks still use the old credential. */
export type VerifiedBy =
  | {
      /** Username and password: the body is not signed. */
      mode: 'classic'
      /** Username of the matching credential. */
      username: string
    }
  | {
      /** A signature over the body. */
      mode: 'hmac'
      /** Id of the matching key, if set. */
      keyId?: string
    }

/** An authenticated callback (protocol §7.4, §7.5). Branch on `kind`; answer every kind with a 2xx status. */
export type CallbackEvent = {
  /** The credential that matched. */
  verifiedBy: VerifiedBy
} & (
  | {
      /** An order became final. */
      kind: 'order'
      /** The provider's name of the event. */
      event: OrderEventName
      /** The order at the time of the event. */
      payload: OrderStatus
    }
  | {
      /** An attempt failed; the payer may try again. */
      kind: 'attempt'
      /** The provider's name of the event. */
      event: AttemptEventName
      /** The order with the failed attempt. */
      payload: OrderStatus
    }
  | {
      /** A refund changed its state. */
      kind: 'refund'
      /** The provider's name of the event. */
      event: RefundEventName
      /** The refund at the time of the event. */
      payload: RefundStatus
    }
  | LinkEvent
  | SubscriptionEvent
  | SettlementEvent
  | {
      /** An event that this version does not know. Ignore the event. */
      kind: 'unknown'
      /** Name of the event; may be empty. */
      event: string
      /** The payload as received. */
      payload: unknown
    }
)

// Maps, since the keys are received: a lookup in an object would find `constructor`.
/** One page of the provider's documentation omits `attempt` (protocol §7.5). */
const ALIASES: ReadonlyMap<string, CallbackEventName> = new Map([
  ['pg.transaction.failed', 'pg.transaction.attempt.failed'],
])

/** Two documented refund callbacks have no envelope; their state names the event (protocol §7.6). */
const EVENT_OF_REFUND_STATE: ReadonlyMap<string, RefundEventName> = new Map([
  ['CONFIRMED', 'pg.refund.accepted'],
  ['COMPLETED', 'pg.refund.completed'],
  ['FAILED', 'pg.refund.failed'],
])

const KNOWN_TYPE = /^(?:CHECKOUT|PAYLINK|PG|SUBSCRIPTION)_/

const decoder = new TextDecoder()

/** Is told of the refusal of an authentic callback whose body is not JSON. */
export type OnUnreadable = (refusal: GallaError) => void

/** The event of a body. A promise for mandates and settlements alone, whose readers are loaded with the first such callback. */
export function parseEvent(
  body: string | Uint8Array,
  verifiedBy: VerifiedBy,
  onUnreadable?: OnUnreadable,
): CallbackEvent | Promise<CallbackEvent> {
  const message = parseObject(body, onUnreadable)
  const payload = message.payload ?? message
  const event = eventName(message)
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return { kind: 'unknown', event, payload, verifiedBy }
  return event.startsWith('settlement.') || event.startsWith('subscription.') || isSetup(payload as Message)
    ? readOfFamily(event, payload, verifiedBy)
    : readOfPayment(event, payload, verifiedBy)
}

async function readOfFamily(event: string, payload: object, verifiedBy: VerifiedBy): Promise<CallbackEvent> {
  const read = event.startsWith('settlement.')
    ? (await import('../responses/settlements.ts')).readSettlementEvent(event, payload)
    : (await import('../responses/mandates.ts')).readSubscriptionEvent(event, payload)
  return read ? { ...read, verifiedBy } : readOfPayment(event, payload, verifiedBy)
}

function readOfPayment(event: string, payload: object, verifiedBy: VerifiedBy): CallbackEvent {
  switch (event) {
    case 'checkout.order.completed':
    case 'checkout.order.failed':
    case 'pg.order.completed':
    case 'pg.order.failed':
      return { kind: 'order', event, payload: readOrderStatus(payload), verifiedBy }
    case 'checkout.transaction.attempt.failed':
    case 'pg.transaction.attempt.failed':
      return { kind: 'attempt', event, payload: readOrderStatus(payload), verifiedBy }
    case 'paylink.order.completed':
    case 'paylink.order.failed':
      return { kind: 'link', event, payload: readLinkStatus(payload), verifiedBy }
    case 'pg.refund.accepted':
    case 'pg.refund.completed':
    case 'pg.refund.failed':
      return { kind: 'refund', event, payload: readRefundStatus(payload), verifiedBy }
    default:
      return { kind: 'unknown', event, payload, verifiedBy }
  }
}

/** The hosted page reports mandates and payments under the same names. */
const isSetup = ({ paymentFlow }: Message) =>
  (paymentFlow as Message | null | undefined)?.type === 'SUBSCRIPTION_CHECKOUT_SETUP'

type Message = { readonly [field: string]: unknown }

/**
 * The JSON object of a body.
 * @param onUnreadable called before a body that is none is refused
 * @throws {GallaError} `not-json` when it is none
 */
export function parseObject(body: string | Uint8Array, onUnreadable?: OnUnreadable): Message {
  // One byte order mark is removed, of bytes by the decoder.
  const isMarked = typeof body === 'string' && body.startsWith('\uFEFF')
  const parsed = jsonObject(typeof body === 'string' ? body.slice(isMarked ? 1 : 0) : decoder.decode(body))
  if (parsed) return parsed as Message
  const refusal = bodyRefusal('not-json', body)
  onUnreadable?.(refusal)
  throw refusal
}

function eventName({ event, type, payload, state, originalMerchantOrderId }: Message): string {
  if (typeof event === 'string') return ALIASES.get(event) ?? event
  // The deprecated type is the name in upper case, with underscores for dots.
  if (typeof type === 'string') return KNOWN_TYPE.test(type) ? type.toLowerCase().replaceAll('_', '.') : type
  const isBareRefund = payload === undefined && typeof originalMerchantOrderId === 'string'
  return isBareRefund && typeof state === 'string' ? (EVENT_OF_REFUND_STATE.get(state) ?? '') : ''
}
