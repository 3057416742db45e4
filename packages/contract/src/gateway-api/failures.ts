/** How a FAILED order ended: nobody paid in time, somebody cancelled, or the payment was declined or refused. */
export type FailureGroup = 'EXPIRED' | 'CANCELLED' | 'DECLINED'

/** Failure codes of orders that nobody paid in time: the provider's, then the gateway's. */
const EXPIRED_CODES: readonly string[] = [
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
const CANCELLED_CODES: readonly string[] = [
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

/** The code by which a failure is grouped and counted: the more precise one. Empty when the provider gave none. */
export const failureCode = ({ errorCode, detailedErrorCode }: FailureFields): string =>
  detailedErrorCode ?? errorCode ?? ''

/** The group of a failed order or of one of its codes. */
export function failureGroup(failure: FailureFields | string): FailureGroup {
  const code = typeof failure === 'string' ? failure : failureCode(failure)
  if (EXPIRED_CODES.includes(code)) return 'EXPIRED'
  return CANCELLED_CODES.includes(code) ? 'CANCELLED' : 'DECLINED'
}

interface FailureFields {
  readonly errorCode?: string
  readonly detailedErrorCode?: string
}
