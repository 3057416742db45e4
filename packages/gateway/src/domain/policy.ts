/** The few choices that are the merchant's. */
export interface Policy {
  /** Paid after it had failed or expired: deliver all the same, or give the money back. Default `refund`. */
  readonly latePayment: 'fulfil' | 'refund'
  /** A callback whose signature covers its body may decide by itself. Default false: the provider is asked first. */
  readonly trustHmacCallbacks: boolean
  /** After expiry, how long an order that the provider never knew is still looked for. Milliseconds, default 10 minutes. */
  readonly unknownOrderGraceMs: number
  /** A handler holds its order's lock while it runs: so long and no longer. Milliseconds, default 10 000. */
  readonly handlerLimitMs: number
  /** Payer data and bodies of callbacks are erased when they are so old. Days, default 180; undefined keeps them. */
  readonly erasePayerAfterDays: number | undefined
}

export const DEFAULT_POLICY: Policy = {
  latePayment: 'refund',
  trustHmacCallbacks: false,
  unknownOrderGraceMs: 600_000,
  handlerLimitMs: 10_000,
  erasePayerAfterDays: 180,
}
