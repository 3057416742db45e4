/** Names one payer, by exactly one of these fields. */
export type PayerSelector =
  | {
      /**
       * UPI id of the payer, in full or masked in the form of the gateway. Matches the masked form, and texts that contain the id, in upper
       * or lower case.
       */
      readonly vpa: string
    }
  | {
      /**
       * Phone number of ten digits, with or without the country code. Matches texts that contain the number, and UPI ids that are made of
       * the number.
       */
      readonly phone: string
    }
  | {
      /** Your id of the payer that was passed to `orders.start` or `orders.pay`. */
      readonly merchantUserId: string
    }
  | {
      /** Your id of one order of the payer. */
      readonly merchantOrderId: string
    }

/** The effects that an erasure would have. */
export interface ErasurePreview {
  /** Ids of the matching orders, oldest first, at most 1 000. To erase only some orders, erase each order by its `merchantOrderId`. */
  merchantOrderIds: string[]
  /** Number of matching orders. */
  orders: number
  /** Number of orders that match only by a masked UPI id. Other payers may have the same masked UPI id. */
  byMaskOnly: number
  /** Number of orders on legal hold. These orders are erased after the hold ends. */
  held: number
  /**
   * Number of orders in use: orders that are not final, or have a waiting event. These orders are erased as soon as they are no longer in
   * use.
   */
  inUse: number
}

/** The effects of an erasure. */
export interface ErasureResult extends ErasurePreview {
  /** Number of changed rows by table. */
  erased: { [table: string]: number }
}

/** The newest legal holds that are listed at most. */
export const MAX_LISTED_HOLDS = 1_000

/** An order whose payer data may not be erased, such as during a dispute. */
export interface LegalHold {
  /** Your id of the order on hold. */
  merchantOrderId: string
  /** Reason of the hold, at most 500 characters. Deleted when the hold ends. */
  reason: string
  /**
   * The person who decided the hold, at most 200 characters. If a program sets the hold with a stored API key, the name of the key is
   * added: `Meena (key:shop)`. Deleted when the hold ends.
   */
  by: string
  /** Start of the hold. Epoch milliseconds. */
  sinceMs: number
}
