import type { LinkStatusResponse } from '@galla/contract/provider/links'
import { linkState } from '../domain/link.ts'
import type { LinkDetails, Order } from '../domain/order.ts'
import { orderStatusResponse, type StatusView } from './status.ts'

/** A link as status responses and callbacks report it: fewer fields than other orders, and states of its own (protocol §16.3). */
export function linkStatusResponse(order: Order, link: LinkDetails, view: StatusView): LinkStatusResponse {
  const { orderId, amount, expireAt, metaInfo, paymentDetails } = orderStatusResponse(order, view)
  return {
    orderId,
    state: linkState(order, link, view.quirks),
    amount,
    expireAt,
    ...(metaInfo ? { metaInfo } : {}),
    paymentDetails: paymentDetails.map(({ payableAmount: _payable, feeAmount: _fee, ...detail }) => detail),
  }
}

/** The short URL of a link, which leads to the hosted page. */
export const linkUrl = ({ origin }: { readonly origin: string }, { code }: LinkDetails): string => `${origin}/l/${code}`
