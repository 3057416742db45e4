import type { Paise } from '../money.ts'
import type { Endpoint } from './endpoints.ts'
import type { MetaInfo } from './requests.ts'
import type { OrderStatusResponse } from './responses.ts'

/** Payment links: a hosted page behind a short URL that is sent to the payer (protocol §16). */
export type LinkEndpointName = 'linkCreate' | 'linkStatus' | 'linkNotify' | 'linkCancel'

/** protocol §16.1 */
export const LINK_ENDPOINTS: { readonly [Name in LinkEndpointName]: Endpoint } = {
  linkCreate: { method: 'POST', host: 'pg', path: '/paylinks/v1/pay' },
  linkStatus: { method: 'GET', host: 'pg', path: '/paylinks/v1/{merchantOrderId}/status' },
  linkNotify: { method: 'POST', host: 'pg', path: '/paylinks/v1/notify' },
  linkCancel: { method: 'POST', host: 'pg', path: '/paylinks/v1/{merchantOrderId}/cancel' },
}

/** States of a link (protocol §16.6). PENDING: a payment is running. Only some pages of the provider name this state. */
export type LinkState = 'ACTIVE' | 'PENDING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'
export const LINK_STATES: readonly LinkState[] = ['ACTIVE', 'PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED']

/** The longest life of a link. Milliseconds (protocol §16.2). */
export const MAX_LINK_MS: number = 30 * 86_400_000
/** The longest description of a link. Characters. */
export const MAX_LINK_DESCRIPTION: number = 150

/** The payer of a link, to whom the provider sends it. */
export interface LinkCustomer {
  /** Name of the payer. */
  name?: string | undefined
  /** With the country code: `+919000000001`. */
  phoneNumber?: string | undefined
  /** Address for messages by e-mail. */
  email?: string | undefined
}

/** Body of `POST /paylinks/v1/pay` (protocol §16.2). */
export interface LinkBody {
  merchantOrderId: string
  /** Paise. */
  amount: Paise
  description?: string | undefined
  metaInfo?: MetaInfo | undefined
  paymentFlow: {
    type: 'PAYLINK'
    customerDetails?: LinkCustomer | undefined
    /** In upper case here, in lower case in the body of notify. */
    notificationChannels?: { SMS?: boolean | undefined; EMAIL?: boolean | undefined } | undefined
    /** Epoch milliseconds, at most 30 days ahead. */
    expireAt?: number | undefined
  }
}

/** Body of `POST /paylinks/v1/notify` (protocol §16.4). */
export interface LinkNotifyBody {
  merchantOrderId: string
  notificationChannels: { sms: boolean; email: boolean }
}

/** Response of the request for a link. */
export interface CreatedLinkResponse {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** ACTIVE for a new link. */
  state: LinkState
  /** When the link expires. Epoch milliseconds. */
  expireAt: number
  /** The short URL. */
  paylinkUrl: string
}

/** Response of a link's status, also the payload of its callbacks (protocol §16.3). */
export interface LinkStatusResponse extends Omit<OrderStatusResponse, 'state'> {
  /** The only field to decide by. */
  state: LinkState
  /** The link itself; sources differ about `paylinkUrl`. */
  paymentFlow?: { type: 'PAYLINK'; paylinkUrl?: string }
}

/** Event names of paid and failed links. */
export type LinkEventName = `paylink.order.${'completed' | 'failed'}`

/** The events of links, each with its deprecated upper-case `type`, which is formed as of the other events (protocol §16.7). */
export const LINK_CALLBACK_TYPES: { readonly [Name in LinkEventName]: string } = {
  'paylink.order.completed': 'PAYLINK_ORDER_COMPLETED',
  'paylink.order.failed': 'PAYLINK_ORDER_FAILED',
}
