import type { BookOrder } from '@galla/contract/books/orders'

/** What one asks of an order in its state. */
export function questionOf({ state, parked }: Pick<BookOrder, 'state' | 'parked'>): string {
  if (parked) return 'Why does it wait?'
  switch (state) {
    case 'COMPLETED':
      return 'Why is this order paid?'
    case 'FAILED':
      return 'Why is it not paid?'
    default:
      return 'What is known?'
  }
}
