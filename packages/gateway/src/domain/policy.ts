/** Rules that the merchant chooses. Each rule has a default. */
export interface Policy {
  /**
   * Handling of an order that is paid after it failed or expired: fulfil the order, or refund the payment. The late bill of a subscription is always
   * refunded.
   * @default 'refund'
   */
  readonly latePayment: 'fulfil' | 'refund'
  /**
   * True when a callback whose signature covers its body completes an order without a status check.
   * @default false
   */
  readonly trustHmacCallbacks: boolean
  /**
   * Time for which the gateway still checks an order that the provider does not know. The time starts at the expiry of the order, or two
   * minutes after the request for a payment link. Milliseconds.
   * @default 600_000
   */
  readonly unknownOrderGraceMs: number
  /**
   * Time limit of a handler. When a handler takes longer, the writes through `tx` are rolled back, and the handler is tried again.
   * Milliseconds.
   * @default 10_000
   */
  readonly handlerLimitMs: number
  /**
   * Age at which payer data is erased from orders, refunds, callbacks, deliveries and the audit log. `undefined` keeps the data. Days.
   * @default 180
   */
  readonly erasePayerAfterDays: number | undefined
  /**
   * Age at which entries of the API log are deleted. Days.
   * @default 30
   */
  readonly keepCallsDays: number
  /**
   * Age at which refused callbacks are deleted. Days.
   * @default 7
   */
  readonly keepRefusedCallbacksDays: number
  /**
   * Age at which the records of an order are deleted: amounts, ids, decisions and ledger entries. At least 2 922 days (eight years).
   * `undefined` keeps the records. Days.
   * @default 3_287 (nine years), which covers eight financial years after the year of the payment
   */
  readonly keepRecordsDays: number | undefined
  /**
   * Number of failed card payments of one payer in an hour, over all orders: 2 to 1 000. From this number on, the check `cardTesting` and
   * the metric report card testing. A `merchantUserId` stands for one payer; without a `merchantUserId`, a cart does.
   * @default 10
   */
  readonly cardTestingAttempts: number
  /**
   * Bank days after which the gateway reports a settlement that is not paid out, or a payment without a settlement: 1 to 30. Your contract
   * says when the provider pays out.
   * @default 2
   */
  readonly settlementBankDays: number
  /**
   * Time for which a health report of the provider counts, because the next report may be lost. While a report counts, payers cannot choose
   * banks that are down in the report. While the provider is down, the first request of each refund waits. 0: reports change nothing.
   * Milliseconds, at most a day.
   * @default 900_000
   */
  readonly providerHealthMs: number
  /**
   * Time after which another process takes over the work of a process that died or lost its database. A live process renews its leases.
   * Milliseconds of the database's clock.
   * @default 30_000
   */
  readonly leaseMs: number
}

export const DEFAULT_POLICY: Policy = {
  latePayment: 'refund',
  trustHmacCallbacks: false,
  unknownOrderGraceMs: 600_000,
  handlerLimitMs: 10_000,
  erasePayerAfterDays: 180,
  keepCallsDays: 30,
  keepRefusedCallbacksDays: 7,
  keepRecordsDays: 3_287,
  cardTestingAttempts: 10,
  settlementBankDays: 2,
  providerHealthMs: 900_000,
  leaseMs: 30_000,
}
