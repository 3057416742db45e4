/** Names one payer, by exactly one of these. */
export type PayerSelector =
  | {
      /** Full, or masked as the gateway shows it. Matches its masked form and texts that contain it, in any case. */
      readonly vpa: string
    }
  | {
      /** Ten digits, with or without the country code. Matches texts that contain the number, and UPI addresses made of it. */
      readonly phone: string
    }
  | {
      /** Your id of the payer, as it was passed to `orders.start` or `orders.pay`. */
      readonly merchantUserId: string
    }
  | {
      /** One order of the payer. */
      readonly merchantOrderId: string
    }

/** The effects that an erasure would have. */
export interface ErasurePreview {
  /** Orders that match, oldest first, at most 1 000. To erase some of them only, erase them by `merchantOrderId`. */
  merchantOrderIds: string[]
  /** Orders that match. */
  orders: number
  /** The orders that only a masked UPI address matches: other payers may have the same masked address. */
  byMaskOnly: number
  /** The orders on legal hold: they are erased after the hold ends. */
  held: number
  /** The orders in use: not final, or with an event that waits. They are erased as soon as that ends. */
  inUse: number
}

/** The effects of an erasure. */
export interface ErasureResult extends ErasurePreview {
  /** Changed rows of each table. */
  erased: { [table: string]: number }
}

/** The newest legal holds that are listed at most. */
export const MAX_LISTED_HOLDS = 1_000

/** An order whose payer data may not be erased, such as during a dispute. */
export interface LegalHold {
  /** The order. */
  merchantOrderId: string
  /** Why, at most 500 characters. Deleted when the hold ends. */
  reason: string
  /**
   * The person who decided the hold, at most 200 characters. A stored API key that gives a name is added to the name: `Meena (key:shop)`.
   * Deleted when the hold ends.
   */
  by: string
  /** Epoch milliseconds. */
  sinceMs: number
}
