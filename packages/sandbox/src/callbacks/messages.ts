import type { Order } from '../domain/order.ts'
import type { OrderEvent } from '../domain/order-state-machine.ts'
import type { Refund, RefundEvent } from '../domain/refund.ts'
import type { Quirks } from '../quirks.ts'
import { orderStatusReply, refundStatusReply } from '../responses/status.ts'

/** A callback before it is signed. */
export interface Message {
  readonly event: string
  /** The merchant's order or refund id. */
  readonly id: string
  readonly state: string
  readonly body: string
}

interface Voice {
  readonly merchantId: string
  readonly quirks: Quirks
}

/** Provider-protocol §7.5–7.6. */
export function orderMessage(order: Order, event: OrderEvent, voice: Voice): Message {
  const family = order.product.startsWith('STANDARD') ? 'checkout' : voice.quirks.customEvents
  const name = {
    ORDER_COMPLETED: 'order.completed',
    ORDER_FAILED: 'order.failed',
    ATTEMPT_FAILED: voice.quirks.attemptFailedEvent,
  }[event.type]
  const attempts =
    event.type === 'ATTEMPT_FAILED'
      ? order.attempts.filter((one) => one.transactionId === event.transactionId)
      : order.attempts
  // Callbacks name the order whatever a status read does: without its id they would say nothing.
  const quirks = { ...voice.quirks, statusNamesMerchant: true }
  const payload = orderStatusReply(order, { attempts, merchantId: voice.merchantId, quirks })
  return message(`${family}.${name}`, order.merchantOrderId, payload, voice.quirks)
}

export function refundMessage(refund: Refund, event: RefundEvent, voice: Voice): Message {
  const name = { REFUND_ACCEPTED: 'accepted', REFUND_COMPLETED: 'completed', REFUND_FAILED: 'failed' }[event]
  const payload = refundStatusReply(refund, voice.merchantId, { ...voice.quirks, refundStatus: 'union' })
  return message(`pg.refund.${name}`, refund.merchantRefundId, payload, voice.quirks)
}

function message(event: string, id: string, payload: { state: string }, quirks: Quirks): Message {
  const type = quirks.callbackType ? { type: event.toUpperCase().replaceAll('.', '_') } : {}
  return { event, id, state: payload.state, body: JSON.stringify({ event, ...type, payload }) }
}
