import type { Order } from '@galla/contract/gateway-api/orders'

/** What one asks of an order in its state. */
export function questionOf({ state, needsReview }: Pick<Order, 'state' | 'needsReview'>): string {
  if (needsReview) return 'Why does it wait?'
  switch (state) {
    case 'COMPLETED':
      return 'Why is this order paid?'
    case 'FAILED':
      return 'Why is it not paid?'
    default:
      return 'What is known?'
  }
}
