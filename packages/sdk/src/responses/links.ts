import { LINK_STATES, type LinkEventName, type LinkState } from '@galla/contract/provider/links'
import { type OrderFields, readOrderStatus } from './orders.ts'
import { normalizeState, type WithState } from './unknown-variants.ts'

/** A new link. */
export type CreatedLink = WithState<LinkState> & {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** When the link expires. Epoch milliseconds. */
  expireAt: number
  /** The short URL. Pass the URL on unchanged, and keep it: the status may not repeat it. */
  paylinkUrl: string
}

/** A link at the provider. Compare `amount` with your own record, then decide by `state` alone. */
export type LinkStatus = WithState<LinkState> &
  OrderFields & {
    /** The link itself; not in every response. */
    paymentFlow?: {
      /** The short URL; not in every response. */
      paylinkUrl?: string
    }
  }

/** A callback about a link. */
export interface LinkEvent {
  /** A link is paid, or failed. */
  kind: 'link'
  /** The provider's name of the event. */
  event: LinkEventName
  /** The link at the time of the event. */
  payload: LinkStatus
}

/** The parsed response itself: unknown fields survive, unknown states are marked. */
export const readLinkStatus = (response: object): LinkStatus => readOrderStatus(response, LINK_STATES) as LinkStatus

export function readLinkState<Reply>(response: object): Reply {
  normalizeState(response as { [field: string]: unknown }, LINK_STATES)
  return response as Reply
}
