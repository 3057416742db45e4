import {
  type AttemptEventName,
  CALLBACK_TYPES,
  type CallbackEnvelope,
  type OrderEventName,
  type RefundEventName,
} from '@galla/contract/provider/callbacks'
import type { OrderStatusReply, RefundStatusReply } from '@galla/contract/provider/replies'
import type { RefundState } from '@galla/contract/provider/states'
import { failedOrder, orderStatus, pendingOrder } from './order-status.ts'
import { failedDetail } from './payment-detail.ts'
import { failedRefund, refundStatus } from './refund-status.ts'

export type OrderCallback = Extract<CallbackEnvelope, { event: OrderEventName | AttemptEventName }>
export type RefundCallback = Extract<CallbackEnvelope, { event: RefundEventName }>

/** Callback of an order or an attempt, with a payload in the state that the event name implies. */
export function orderCallback(
  event: OrderEventName | AttemptEventName,
  payload: Partial<OrderStatusReply> = {},
): OrderCallback {
  return { event, type: CALLBACK_TYPES[event], payload: orderPayload(event, payload) }
}

/** Callback of a refund, with a payload in the state that the event name implies. */
export function refundCallback(event: RefundEventName, payload: Partial<RefundStatusReply> = {}): RefundCallback {
  const state = REFUND_STATE_OF[event]
  return {
    event,
    type: CALLBACK_TYPES[event],
    payload: state === 'FAILED' ? failedRefund(payload) : refundStatus({ state, ...payload }),
  }
}

/** The request body as the provider sends and signs it. */
export function callbackBody(envelope: CallbackEnvelope): string {
  return JSON.stringify(envelope)
}

const REFUND_STATE_OF: { readonly [Event in RefundEventName]: RefundState } = {
  'pg.refund.accepted': 'CONFIRMED',
  'pg.refund.completed': 'COMPLETED',
  'pg.refund.failed': 'FAILED',
}

function orderPayload(event: OrderEventName | AttemptEventName, payload: Partial<OrderStatusReply>): OrderStatusReply {
  if (event.endsWith('.order.completed')) return orderStatus(payload)
  if (event.endsWith('.order.failed')) return failedOrder(payload)
  return pendingOrder({ paymentDetails: [failedDetail()], ...payload })
}
