import type { OrderStatusResponse, RefundStatusResponse } from './responses.ts'

/** Event names of final orders. */
export type OrderEventName = `${'checkout' | 'pg'}.order.${'completed' | 'failed'}`
/** Event names of failed attempts. */
export type AttemptEventName = `${'checkout' | 'pg'}.transaction.attempt.failed`
/** Event names of refunds. */
export type RefundEventName = `pg.refund.${'accepted' | 'completed' | 'failed'}`
/** All event names of orders, attempts and refunds (protocol §7.5). */
export type CallbackEventName = OrderEventName | AttemptEventName | RefundEventName

/** Each event and its deprecated upper-case `type` (protocol §7.5). */
export const CALLBACK_TYPES: { readonly [Name in CallbackEventName]: string } = {
  'checkout.order.completed': 'CHECKOUT_ORDER_COMPLETED',
  'checkout.order.failed': 'CHECKOUT_ORDER_FAILED',
  'checkout.transaction.attempt.failed': 'CHECKOUT_TRANSACTION_ATTEMPT_FAILED',
  'pg.order.completed': 'PG_ORDER_COMPLETED',
  'pg.order.failed': 'PG_ORDER_FAILED',
  'pg.transaction.attempt.failed': 'PG_TRANSACTION_ATTEMPT_FAILED',
  'pg.refund.accepted': 'PG_REFUND_ACCEPTED',
  'pg.refund.completed': 'PG_REFUND_COMPLETED',
  'pg.refund.failed': 'PG_REFUND_FAILED',
}

/** The event names of orders, attempts and refunds, by `type`. */
export const CALLBACK_EVENTS = {
  /** Hosted page: the order is paid. */
  CHECKOUT_ORDER_COMPLETED: 'checkout.order.completed',
  /** Hosted page: the order failed. */
  CHECKOUT_ORDER_FAILED: 'checkout.order.failed',
  /** Hosted page: an attempt failed. */
  CHECKOUT_TRANSACTION_ATTEMPT_FAILED: 'checkout.transaction.attempt.failed',
  /** Custom checkout: the order is paid. */
  PG_ORDER_COMPLETED: 'pg.order.completed',
  /** Custom checkout: the order failed. */
  PG_ORDER_FAILED: 'pg.order.failed',
  /** Custom checkout: an attempt failed. */
  PG_TRANSACTION_ATTEMPT_FAILED: 'pg.transaction.attempt.failed',
  /** The refund is accepted. */
  PG_REFUND_ACCEPTED: 'pg.refund.accepted',
  /** The refund is paid. */
  PG_REFUND_COMPLETED: 'pg.refund.completed',
  /** The refund failed. */
  PG_REFUND_FAILED: 'pg.refund.failed',
} as const

/** Body of a callback (protocol §7.4). */
export type CallbackEnvelope =
  | { event: OrderEventName | AttemptEventName; type?: string; payload: OrderStatusResponse }
  | { event: RefundEventName; type?: string; payload: RefundStatusResponse }

/** Headers of the HMAC mode (protocol §7.3). The classic mode uses `authorization`. */
export const HMAC_SIGNATURE_HEADER = 'x-phonepe-checksum-signature'
export const HMAC_KEY_ID_HEADER = 'x-phonepe-checksum-key-id'
