import type { LinkState } from '@galla/contract/provider/links'
import { type LinkDetails, latestAttempt, type Order } from './order.ts'

/** A link that can be paid. */
export const isActiveLink = ({ state }: Order): boolean => state === 'PENDING'

/** The state of a link on the wire (protocol §16.6). */
export function linkState(
  order: Order,
  { cancelled }: LinkDetails,
  quirks: { readonly linkBeingPaid: LinkState },
): LinkState {
  if (order.state === 'COMPLETED') return 'COMPLETED'
  if (order.state === 'PENDING') return latestAttempt(order)?.state === 'PENDING' ? quirks.linkBeingPaid : 'ACTIVE'
  if (cancelled) return 'CANCELLED'
  return order.expired ? 'EXPIRED' : 'FAILED'
}
