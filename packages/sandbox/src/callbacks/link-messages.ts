import { linkState } from '../domain/link.ts'
import type { LinkDetails, Order } from '../domain/order.ts'
import type { OrderEvent } from '../domain/order-state-machine.ts'
import { linkStatusResponse } from '../responses/links.ts'
import type { MessageSettings } from '../responses/status.ts'
import { type CallbackMessage, message } from './messages.ts'

/** True for the events of a link that the provider reports: not attempts, cancellation and, but for the quirk, expiry (protocol §16.7). */
export function isReported(
  order: Order,
  link: LinkDetails,
  event: OrderEvent['type'],
  { quirks }: MessageSettings,
): boolean {
  if (event === 'ATTEMPT_FAILED') return false
  const state = linkState(order, link, quirks)
  return state !== 'CANCELLED' && (state !== 'EXPIRED' || quirks.linkExpiryReported)
}

/** The callback for the end of a payment link: the order event of other orders under a name of its own (protocol §16.7). */
export function linkMessage(
  order: Order,
  link: LinkDetails,
  event: 'ORDER_COMPLETED' | 'ORDER_FAILED',
  { merchantId, quirks }: MessageSettings,
): CallbackMessage {
  const { merchantOrderId, attempts } = order
  const status = linkStatusResponse(order, link, { attempts, merchantId, quirks })
  const name = event === 'ORDER_COMPLETED' ? 'completed' : 'failed'
  return message(`paylink.order.${name}`, merchantOrderId, { merchantId, merchantOrderId, ...status }, quirks)
}
