/** The mandate or the debit that a callback is about: the provider is asked about it next. */
export type BillingNews =
  | {
      readonly merchantSubscriptionId: string
      /** Begin of the payer's pause. Epoch milliseconds. */
      readonly pausedAtMs?: number
    }
  | { readonly merchantOrderId: string }
