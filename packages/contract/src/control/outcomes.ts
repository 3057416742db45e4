/** Body of `POST orders/{merchantOrderId}/settle`. */
export interface SettleOrder {
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

/** Body of `POST refunds/{merchantRefundId}/settle`. */
export interface SettleRefund {
  outcome: 'SUCCESS' | 'FAILURE' | 'ACCEPTED'
  errorCode?: string
}
