/** What carried the money, as the wire says it. */
export type WireRail =
  | { type: 'UPI'; utr?: string; upiTransactionId?: string; vpa?: string; umn?: string }
  | { type: 'PG'; transactionId?: string; authorizationCode?: string; serviceTransactionId?: string }
  | { type: 'PPI_WALLET' }
  | { type: 'PPI_EGV' }

export type RailType = WireRail['type']
export const RAIL_TYPES: readonly RailType[] = ['UPI', 'PG', 'PPI_WALLET', 'PPI_EGV']
