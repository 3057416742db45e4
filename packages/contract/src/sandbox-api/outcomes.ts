/** The payment to simulate: the body of `POST /orders/{merchantOrderId}/simulate`. */
export interface SimulatePayment {
  /** `SUCCESS` completes the order, `FAILURE` fails the order. With `PENDING`, the payer can only wait. */
  outcome: 'SUCCESS' | 'FAILURE' | 'PENDING'
  /**
   * `FAILURE` only: a detailed failure code (`ZM`) or an error code (`INVALID_MPIN`).
   * @default 'TXN_CANCELLED'
   */
  errorCode?: string
  /**
   * `FAILURE` only: true to fail the attempt and keep the order pending, if the order allows a retry.
   * @default false
   */
  keepOpen?: boolean
  /**
   * True to drop the callbacks about this change of this order. The sandbox records these callbacks as dropped.
   * @default false
   */
  dropCallbacks?: boolean
  /**
   * The instrument that pays. A new attempt replaces a pending attempt by another instrument, as when the payer chooses again. In
   * custom checkout, the order's single attempt keeps its own instrument. `RUPAY_CREDIT` is a RuPay credit card linked to UPI; responses
   * show an account of the type `CREDIT`. `SPLIT` is an account and a wallet together.
   * @default the instrument of the pending attempt, else the first of ACCOUNT, RUPAY_CREDIT, CREDIT_LINE, CREDIT_CARD, DEBIT_CARD and
   * NET_BANKING that the order accepts
   */
  instrument?:
    | 'ACCOUNT'
    | 'RUPAY_CREDIT'
    | 'CREDIT_LINE'
    | 'CREDIT_CARD'
    | 'DEBIT_CARD'
    | 'NET_BANKING'
    | 'WALLET'
    | 'EGV'
    | 'SPLIT'
}

/** Body of `POST /app/payments`: the payer pays in your app, which has started the provider's mobile SDK. */
export interface SimulateAppPayment extends Partial<SimulatePayment> {
  /** The provider's id of the order, which your backend received with the token. */
  orderId: string
  /** The token of the order. */
  token: string
}

/** The change of a refund to simulate: the body of `POST /refunds/{merchantRefundId}/simulate`. */
export interface SimulateRefund {
  /**
   * The next state of the refund. `SUCCESS`: completed. `FAILURE`: failed. `ACCEPTED`: confirmed. `PENDING` keeps a queued refund until
   * the next simulation.
   */
  outcome: 'SUCCESS' | 'FAILURE' | 'ACCEPTED' | 'PENDING'
  /**
   * `FAILURE` only: a detailed failure code or an error code.
   * @default 'BF_034': the merchant's balance of the day is too small
   */
  errorCode?: string
}

/**
 * The outcome of the next payments: the body of `POST /outcomes`. Overrides every rule of the outcome table. Replaces the outcome that was
 * queued for the same order, or for any order.
 */
export interface QueueOutcome {
  /**
   * Id of an existing order. The outcome then applies to payments of this order only, and overrides an outcome for any order.
   * @default any order
   */
  merchantOrderId?: string
  /**
   * Number of payments that get the outcome.
   * @default 1
   */
  next?: number
  /** The outcome. `LATE_PAYMENT`: the order expires, and the money arrives one minute later. */
  outcome: 'SUCCESS' | 'FAILURE' | 'PENDING' | 'LATE_PAYMENT'
  /**
   * `FAILURE` only: a detailed failure code (`ZM`) or an error code (`INVALID_MPIN`).
   * @default 'TXN_CANCELLED'
   */
  errorCode?: string
  /**
   * `SUCCESS` and `FAILURE` only: milliseconds from the start of the attempt to the outcome.
   * @default 0
   */
  afterMs?: number
}

/** The queued outcome. */
export interface QueuedOutcome {
  /** The only order to which the outcome applies. */
  merchantOrderId?: string
  /** Number of payments that still get the outcome. */
  next: number
  outcome: QueueOutcome['outcome']
  errorCode?: string
  detailedErrorCode?: string
  /** Milliseconds from the start of the attempt. */
  afterMs: number
}
