import type { CallbackEventName } from '@galla/contract/provider/callbacks'

const EVENTS: { readonly [Name in CallbackEventName]: string } = {
  'checkout.order.completed': 'Order completed',
  'checkout.order.failed': 'Order failed',
  'checkout.transaction.attempt.failed': 'Attempt failed',
  'pg.order.completed': 'Order completed',
  'pg.order.failed': 'Order failed',
  'pg.transaction.attempt.failed': 'Attempt failed',
  'pg.refund.accepted': 'Refund accepted',
  'pg.refund.completed': 'Refund completed',
  'pg.refund.failed': 'Refund failed',
}

/** An event in plain words; one that is not known here keeps its own name. */
export const eventWords = (event: string): string =>
  Object.hasOwn(EVENTS, event) ? EVENTS[event as CallbackEventName] : event
