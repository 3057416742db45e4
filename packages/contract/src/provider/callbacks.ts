import type { OrderStatusReply, RefundStatusReply } from './replies.ts'

export type OrderEventName = `${'checkout' | 'pg'}.order.${'completed' | 'failed'}`
export type AttemptEventName = `${'checkout' | 'pg'}.transaction.attempt.failed`
export type RefundEventName = `pg.refund.${'accepted' | 'completed' | 'failed'}`
export type CallbackEventName = OrderEventName | AttemptEventName | RefundEventName

/** Each event's name and the upper-case `type` that older integrations still read (provider-protocol §7.5). */
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

/** What the provider posts to the merchant. */
export type CallbackEnvelope =
  | { event: OrderEventName | AttemptEventName; type?: string; payload: OrderStatusReply }
  | { event: RefundEventName; type?: string; payload: RefundStatusReply }

/** Headers of the HMAC mode; the classic mode uses `authorization` alone. */
export const HMAC_SIGNATURE_HEADER = 'x-phonepe-checksum-signature'
export const HMAC_KEY_ID_HEADER = 'x-phonepe-checksum-key-id'
