import { failureCode } from '../../i18n/failures.ts'

/** A few words for the codes that are seen most. The list of all meanings is too large for the pages with lists. */
const SHORT: { readonly [code: string]: string } = {
  ZM: 'Wrong UPI PIN',
  INVALID_MPIN: 'Wrong UPI PIN',
  WRONG_PIN: 'Wrong PIN',
  Z6: 'Too many wrong UPI PINs',
  Z9: 'Not enough money',
  INSUFFICIENT_BALANCE: 'Not enough money',
  U03: 'Above the payer’s limit',
  FP: 'Blocked by the bank',
  TXN_BLOCKED: 'Blocked by the bank',
  ORDER_EXPIRED: 'Nobody paid in time',
  TXN_NOT_COMPLETED: 'Not paid in time',
  INTENT_EXPIRED: 'QR or link not used',
  TIMED_OUT: 'Ran out of time',
  NEVER_OPENED: 'Unknown to the provider',
  NOT_SENT: 'Never sent to the provider',
  REFUSED: 'Refused by the provider',
  CANCELLED: 'Cancelled by your code',
  ORDER_CANCELLED_BY_USER: 'Cancelled by the payer',
  TXN_CANCELLED: 'Cancelled by the payer',
  ZA: 'Cancelled by the payer',
  REQUEST_CANCEL_BY_REQUESTER: 'Cancelled by your code',
  OTP_EXPIRED: 'OTP expired',
  CARD_EXPIRED: 'Card expired',
}

/** A failure code in a few words; others become words themselves: `CARD_BLOCKED` is `Card blocked`. */
export function shortReason(code: string): string {
  if (code === '') return 'No reason given'
  if (Object.hasOwn(SHORT, code)) return SHORT[code] ?? code
  if (!/^[A-Z]{3,}(?:_[A-Z]+)*$/.test(code)) return `Code ${code}`
  return code[0] + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

interface Failed {
  state: string
  errorCode?: string
  detailedErrorCode?: string
}

/** Why an order is not paid, in a few words; undefined for one that has not failed. */
export const reasonOf = (order: Failed): string | undefined =>
  order.state === 'FAILED' ? shortReason(failureCode(order)) : undefined
