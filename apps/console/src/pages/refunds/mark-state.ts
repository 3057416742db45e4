import type { BookRefund } from '@galla/contract/books/refunds'

/** A lost reply is no state of the provider's, but the one thing to know about it. */
export const markState = ({ state, inDoubt }: Pick<BookRefund, 'state' | 'inDoubt'>): string =>
  inDoubt ? 'IN_DOUBT' : state
