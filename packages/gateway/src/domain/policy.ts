/** The merchant's decisions about orders. */
export interface Policy {
  /**
   * Handling of an order that is paid after it failed or expired: fulfil the order, or refund the payment.
   * @default 'refund'
   */
  readonly latePayment: 'fulfil' | 'refund'
  /**
   * True when a callback whose signature covers its body completes an order without a status check.
   * @default false
   */
  readonly trustHmacCallbacks: boolean
  /**
   * Time in which an order that the provider does not know is still checked, from its expiry, or from two minutes after the request for a payment link.
   * Milliseconds.
   * @default 600_000
   */
  readonly unknownOrderGraceMs: number
  /**
   * Time limit of a handler. What a handler that takes longer wrote through `tx` is rolled back, and it is tried again. Milliseconds.
   * @default 10_000
   */
  readonly handlerLimitMs: number
  /**
   * Age at which payer data is erased, from orders, refunds, callbacks, deliveries and the audit log; undefined keeps it. Days.
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
   * Age at which the records of an order are deleted: amounts, ids, decisions and ledger entries. At least 2 922 days (eight years);
   * undefined keeps them. Days.
   * @default 3_287, nine years: eight financial years, counted from the end of the year of the payment
   */
  readonly keepRecordsDays: number | undefined
  /**
   * Failed attempts of one payer to pay with a card in an hour, over all orders, from which the check `cardTesting` and its metric report card
   * testing: 2 to 1 000. A payer is a `merchantUserId`, and without it a cart.
   * @default 10
   */
  readonly cardTestingAttempts: number
  /**
   * Bank days after which a settlement that is not paid out, and a payment that is in none, are reported: 1 to 30. Your contract says when the provider
   * pays out.
   * @default 2
   */
  readonly settlementBankDays: number
  /**
   * Time that a health report of the provider counts, because the next report may be lost. While a report counts, the banks that it names cannot be chosen, and
   * first requests of refunds wait while the provider is down. 0: reports change nothing. Milliseconds, at most a day.
   * @default 900_000
   */
  readonly providerHealthMs: number
  /**
   * Time that work stays with a process that died, or that lost its database, before another process takes over the work. A
   * process that lives renews its leases. Milliseconds of the database's clock.
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
