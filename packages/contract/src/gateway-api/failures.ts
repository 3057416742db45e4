/** End of a FAILED order: not paid in time, cancelled by somebody, or a payment that was declined or refused. */
export type FailureGroup = 'EXPIRED' | 'CANCELLED' | 'DECLINED'

/** Failure codes of orders that were not paid in time: the provider's, then the gateway's. */
const EXPIRED_CODES = [
  'ORDER_EXPIRED',
  'U69',
  'REQUEST_TIME_OUT',
  'TXN_AUTO_FAILED',
  'TXN_NOT_COMPLETED',
  'TIMED_OUT',
  'INTENT_EXPIRED',
  'NOT_SENT',
  'NEVER_OPENED',
]

/** Failure codes of orders that the payer or the merchant cancelled. */
const CANCELLED_CODES = [
  'ORDER_CANCELLED_BY_USER',
  'ZA',
  'REQUEST_DECLINE_BY_REQUESTEE',
  'REQUEST_CANCEL_BY_REQUESTER',
  'TXN_CANCELLED',
  'CANCELLED_BY_USER',
  'MERCHANT_CANCELLED',
  'CANCELLED',
]

/** The codes of each group; every other code is `DECLINED`. */
export const FAILURE_GROUP_CODES: { readonly [Group in Exclude<FailureGroup, 'DECLINED'>]: readonly string[] } = {
  EXPIRED: EXPIRED_CODES,
  CANCELLED: CANCELLED_CODES,
}
