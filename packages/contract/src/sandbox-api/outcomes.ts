/** Body of `POST orders/{merchantOrderId}/simulate`. */
export interface SimulatePayment {
  outcome: 'SUCCESS' | 'FAILURE' | 'PENDING'
  /** A detailed failure code (`ZM`) or an error code (`INVALID_MPIN`); FAILURE only. Default `TXN_CANCELLED`. */
  errorCode?: string
  /** FAILURE only: fail the attempt but leave the order open for another try, where the order allows one. Default: the order fails. */
  keepOpen?: boolean
  /** What pays, when nothing was tried yet; default UPI from a savings account. */
  instrument?:
    | 'ACCOUNT'
    /** A RuPay credit card linked to UPI: an account of the type `CREDIT`. */
    | 'RUPAY_CREDIT'
    | 'CREDIT_LINE'
    | 'CREDIT_CARD'
    | 'DEBIT_CARD'
    | 'NET_BANKING'
    | 'WALLET'
    | 'EGV'
    /** Account and wallet together. */
    | 'SPLIT'
}

/** Body of `POST refunds/{merchantRefundId}/simulate`. */
export interface SimulateRefund {
  /** `PENDING`: a queued refund stays so, whatever it would have done by itself, until it is settled. */
  outcome: 'SUCCESS' | 'FAILURE' | 'ACCEPTED' | 'PENDING'
  /** FAILURE only; default `BF_034`, the day's balance is too small. */
  errorCode?: string
}

/**
 * Body of `POST /outcomes`: what the next payments come to, whatever their order, amount or payer would have brought. It
 * replaces what was decided before.
 */
export interface QueueOutcome {
  /** How many payments; default 1. */
  next?: number
  /** `LATE_PAYMENT`: the order expires, and the money arrives a minute later. */
  outcome: 'SUCCESS' | 'FAILURE' | 'PENDING' | 'LATE_PAYMENT'
  /** A detailed failure code (`ZM`) or an error code (`INVALID_MPIN`); FAILURE only. Default `TXN_CANCELLED`. */
  errorCode?: string
  /** SUCCESS and FAILURE: milliseconds from the attempt's beginning; default 0. */
  afterMs?: number
}

/** What was decided ahead, and for how many payments it still stands. */
export interface QueuedOutcome {
  next: number
  outcome: QueueOutcome['outcome']
  errorCode?: string
  detailedErrorCode?: string
  afterMs: number
}
