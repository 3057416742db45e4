import type { Refund } from '@galla/contract/gateway-api/refunds'

/** A lost reply is no state of the provider's, but the one thing to know about it. */
export const markState = ({ state, inDoubt }: Pick<Refund, 'state' | 'inDoubt'>): string =>
  inDoubt ? 'IN_DOUBT' : state
