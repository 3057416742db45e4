import type { Order } from '../domain/order.ts'
import type { OrderEvent } from '../domain/order-state-machine.ts'
import type { Refund, RefundEvent } from '../domain/refund.ts'
import type { Settlement } from '../domain/settlement.ts'
import type { Quirks } from '../quirks.ts'
import { settlementStatusResponse } from '../responses/settlements.ts'
import { type MessageSettings, orderStatusResponse, refundStatusResponse } from '../responses/status.ts'

/** A callback before it is signed. */
export interface CallbackMessage {
  readonly event: string
  /** The `merchantOrderId`, `merchantRefundId`, `merchantSubscriptionId` or `settlementId`. */
  readonly id: string
  readonly state: string
  readonly body: string
}

/** The callback for an order event (protocol §7.5, §7.6). */
export function orderMessage(order: Order, event: OrderEvent, settings: MessageSettings): CallbackMessage {
  const family = order.product.startsWith('STANDARD') ? 'checkout' : settings.quirks.customEvents
  const name = {
    ORDER_COMPLETED: 'order.completed',
    ORDER_FAILED: 'order.failed',
    ATTEMPT_FAILED: settings.quirks.attemptFailedEvent,
  }[event.type]
  const attempts =
    event.type === 'ATTEMPT_FAILED'
      ? order.attempts.filter((one) => one.transactionId === event.transactionId)
      : order.attempts
  // Whatever the quirk of status responses says: without the id, the receiver could not find the order.
  const quirks = { ...settings.quirks, statusNamesMerchant: true }
  const payload = orderStatusResponse(order, { attempts, merchantId: settings.merchantId, quirks })
  // A setup on the hosted page is reported like a payment there (autopay §4.1).
  const isSetup = order.mandate?.family === 'custom' && event.type !== 'ATTEMPT_FAILED'
  const prefix = isSetup ? 'subscription.setup' : family
  return message(`${prefix}.${name}`, order.merchantOrderId, payload, settings.quirks)
}

/** The callback for a refund event (protocol §7.5, §7.6). */
export function refundMessage(refund: Refund, event: RefundEvent, settings: MessageSettings): CallbackMessage {
  const name = { REFUND_ACCEPTED: 'accepted', REFUND_COMPLETED: 'completed', REFUND_FAILED: 'failed' }[event]
  const payload = refundStatusResponse(refund, settings.merchantId, { ...settings.quirks, refundStatus: 'union' })
  return message(`pg.refund.${name}`, refund.merchantRefundId, payload, settings.quirks)
}

/** The callback for a settlement event: without a `type` (protocol §17.4). */
export function settlementMessage(
  settlement: Settlement,
  event: string,
  merchantId: string,
  offByPaise: number,
): CallbackMessage {
  const payload = settlementStatusResponse(settlement, merchantId, offByPaise)
  return { event, id: settlement.settlementId, state: settlement.state, body: JSON.stringify({ event, payload }) }
}

export function message(event: string, id: string, payload: { state: string }, quirks: Quirks): CallbackMessage {
  const type = quirks.callbackType ? { type: event.toUpperCase().replaceAll('.', '_') } : {}
  return { event, id, state: payload.state, body: JSON.stringify({ event, ...type, payload }) }
}
