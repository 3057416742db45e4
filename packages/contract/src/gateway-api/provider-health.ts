/** A health report of the provider, from its health webhook. */
export interface ProviderHealth {
  /** The provider's time of the report, and never later than its arrival. Epoch milliseconds. */
  atMs: number
  /** `UP`, `DOWN` or `DEGRADED`, over all instruments. */
  overall: string
  /** By instrument: `UPI`, `CREDIT_CARD`, `DEBIT_CARD`, `NET_BANKING`, `WALLET`. Empty while all are down. */
  instruments: {
    [instrument: string]: {
      /** `UP`, `DOWN` or `DEGRADED`. */
      health: string
      /** Ids of what is down, by kind: `BANK`, `PSP`, `CARD_NETWORK`. */
      down: { [kind: string]: string[] }
    }
  }
}
