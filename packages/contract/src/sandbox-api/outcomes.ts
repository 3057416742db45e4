/** Body of `POST /orders/{merchantOrderId}/simulate`. */
export interface SimulatePayment {
  /** `SUCCESS` completes the order, `FAILURE` fails it, `PENDING` leaves the payer nothing to do but wait. */
  outcome: 'SUCCESS' | 'FAILURE' | 'PENDING'
  /**
   * `FAILURE` only: a detailed failure code (`ZM`) or an error code (`INVALID_MPIN`).
   * @default 'TXN_CANCELLED'
   */
  errorCode?: string
  /**
   * `FAILURE` only: fail the attempt and keep the order pending, where the order allows a retry.
   * @default false
   */
  keepOpen?: boolean
  /**
   * Lose the callbacks about this change, those of this order only. They are recorded as dropped.
   * @default false
   */
  dropCallbacks?: boolean
  /**
   * The instrument that pays. A pending attempt by another instrument is cancelled and replaced, as when the payer chooses again. In
   * custom checkout, the order's single attempt keeps its own instrument. `RUPAY_CREDIT` is a RuPay credit card linked to UPI, on the wire
   * an account of the type `CREDIT`; `SPLIT` is an account and a wallet together.
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
  /** The provider's id of the order, as your backend got it with the token. */
  orderId: string
  /** The token of the order. */
  token: string
}

/** Body of `POST /refunds/{merchantRefundId}/simulate`. */
export interface SimulateRefund {
  /**
   * `SUCCESS` completes the refund, `FAILURE` fails it, `ACCEPTED` confirms it, `PENDING` holds a queued refund until it is
   * simulated again.
   */
  outcome: 'SUCCESS' | 'FAILURE' | 'ACCEPTED' | 'PENDING'
  /**
   * `FAILURE` only: a detailed failure code or an error code.
   * @default 'BF_034', the day's balance is too small
   */
  errorCode?: string
}

/** Body of `POST /outcomes`: the outcome of the next payments. It overrides every rule and replaces what was queued before, of the same order if it names one. */
export interface QueueOutcome {
  /** The order whose payments it is for; it must exist. It overrides the outcome that is queued for any order. Absent: whichever order is paid next. */
  merchantOrderId?: string
  /**
   * Number of payments.
   * @default 1
   */
  next?: number
  /** `LATE_PAYMENT`: the order expires, and the money arrives one minute later. */
  outcome: 'SUCCESS' | 'FAILURE' | 'PENDING' | 'LATE_PAYMENT'
  /**
   * `FAILURE` only: a detailed failure code (`ZM`) or an error code (`INVALID_MPIN`).
   * @default 'TXN_CANCELLED'
   */
  errorCode?: string
  /**
   * `SUCCESS` and `FAILURE`: milliseconds from the start of the attempt.
   * @default 0
   */
  afterMs?: number
}

/** The queued outcome. */
export interface QueuedOutcome {
  /** The only order that it is for. */
  merchantOrderId?: string
  /** Number of payments that it still applies to. */
  next: number
  outcome: QueueOutcome['outcome']
  errorCode?: string
  detailedErrorCode?: string
  /** Milliseconds from the start of the attempt. */
  afterMs: number
}
