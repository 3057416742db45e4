import { type FailureFields, failureCode } from './failures.ts'

/** A few words for a code. The list of all meanings is too large for the pages with lists. */
const SHORT: { readonly [code: string]: string } = {
  AM: 'No UPI PIN is set',
  MPIN_NOT_SET: 'No UPI PIN is set',
  ZM: 'Wrong UPI PIN',
  INVALID_MPIN: 'Wrong UPI PIN',
  WRONG_PIN: 'Wrong PIN',
  Z6: 'Too many wrong UPI PINs',
  MPIN_LIMIT_BREACHED: 'Too many wrong UPI PINs',
  IE: 'Not enough money',
  Z9: 'Not enough money',
  INSUFFICIENT_BALANCE: 'Not enough money',
  INSUFFICIENT_FUNDS: 'Not enough money',
  U03: 'Above the payer’s limit',
  Z8: 'Above the payer’s limit',
  ZU: 'Above the bank’s limit',
  TXN_LIMIT_BREACHED: 'Above a limit',
  Z7: 'Too many payments today',
  TXN_FREQ_LIMIT_BREACHED: 'Too many payments today',
  ZH: 'Invalid UPI id',
  INVALID_VPA: 'Invalid UPI id',
  B1: 'Not allowed by the bank',
  B3: 'Account cannot pay by UPI',
  SA: 'Not allowed by the bank',
  U54: 'Id or amount differs',
  YC: 'Not allowed by the bank',
  ZG: 'Not allowed by the bank',
  SD: 'Account is inactive',
  XH: 'Account does not exist',
  YE: 'Account is frozen',
  ZX: 'Account is inactive',
  FP: 'Blocked by the bank',
  K1: 'Blocked by the bank',
  XP: 'Blocked by the bank',
  XQ: 'Blocked by your bank',
  XV: 'Blocked by the bank',
  DECLINED_BY_ISSUER: 'Blocked by the bank',
  IR: 'Bank has technical trouble',
  S96: 'Bank has technical trouble',
  U28: 'Bank has technical trouble',
  U86: 'Bank has technical trouble',
  U90: 'Bank has technical trouble',
  UT: 'Bank has technical trouble',
  XB: 'Bank has technical trouble',
  XT: 'Bank has technical trouble',
  XY: 'Bank has technical trouble',
  BANK_TECHNICAL_ISSUE: 'Bank has technical trouble',
  BANK_NOT_ABLE_TO_PROCESS: 'Bank has technical trouble',
  U80: 'UPI app has technical trouble',
  U66: 'Device not bound to the account',
  NO: 'Request not found',
  T14: 'Invalid request',
  ZD: 'Invalid request',
  TXN_BLOCKED: 'Blocked by the bank',
  INTERNAL_SECURITY_BLOCK: 'Refused by the risk rules of the provider',
  INTERNAL_SECURITY_BLOCK_1: 'Your site is not registered',
  INTERNAL_SECURITY_BLOCK_2: 'Your server’s address is not registered',
  INTERNAL_SECURITY_BLOCK_4: 'Your app is not registered',
  INTERNAL_SECURITY_BLOCK_5: 'Your site lacks policies',
  INTERNAL_SECURITY_BLOCK_6: 'Your video verification is missing',
  BL_077: 'Your video verification is missing',
  ORDER_EXPIRED: 'Not paid in time',
  TXN_NOT_COMPLETED: 'Not paid in time',
  REQUEST_TIME_OUT: 'Not paid in time',
  TXN_AUTO_FAILED: 'Not paid in time',
  U69: 'Not paid in time',
  INTENT_EXPIRED: 'QR or link not used',
  TIMED_OUT: 'Ran out of time',
  NEVER_OPENED: 'Unknown to the provider',
  NOT_SENT: 'Never sent to the provider',
  REFUSED: 'Refused by the provider',
  CANCELLED: 'Cancelled by your code',
  MERCHANT_CANCELLED: 'Cancelled by you',
  ORDER_CANCELLED_BY_USER: 'Cancelled by the payer',
  TXN_CANCELLED: 'Cancelled by the payer',
  ZA: 'Cancelled by the payer',
  CANCELLED_BY_USER: 'Cancelled by the payer',
  REQUEST_DECLINE_BY_REQUESTEE: 'Cancelled by the payer',
  REQUEST_CANCEL_BY_REQUESTER: 'Cancelled by your code',
  OTP_EXPIRED: 'OTP expired',
  CARD_EXPIRED: 'Card expired',
  INVALID_CVV_EXPIRY: 'Wrong CVV or expiry date',
  OTP_VALIDATION_FAILURE: 'Wrong OTP',
  CARD_BIN_NOT_SUPPORTED: 'Card not supported',
  INTERNATIONAL_TXN_NOT_ALLOWED: 'International card not allowed',
}

/** A failure code in a few words; others become words themselves: `CARD_BLOCKED` is `Card blocked`. */
export const shortReason = (code: string): string =>
  code === '' ? 'No reason given' : (wordsFor(code) ?? `Code ${code}`)

function wordsFor(code: string): string | undefined {
  if (Object.hasOwn(SHORT, code)) return SHORT[code]
  if (code.startsWith('U16_')) return 'Refused by the risk rules of UPI'
  if (/^(?:BF|BL|CR)_\d+$/.test(code)) return 'Refused by the risk rules of the provider'
  if (!/^(?:[A-Z]{3,}|[A-Z]{2,}(?:_[A-Z]+)+)$/.test(code)) return undefined
  return code[0] + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** The same words inside of a sentence, with the code: `not enough money (Z9)`. */
export function reasonInSentence(failure: FailureFields): string {
  const code = failureCode(failure)
  const words = wordsFor(code) ?? wordsFor(failure.errorCode ?? '')
  if (words === undefined) return code === '' ? 'no reason given' : `code ${code}`
  // Not of abbreviations: `UPI app has technical trouble`.
  const start = /^[A-Z]{2}/.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
  return `${start} (${code})`
}

interface Failed {
  state: string
  errorCode?: string
  detailedErrorCode?: string
}

/** Why an order is not paid, in a few words; undefined for one that has not failed. The coarse code, where the precise one has no words. */
export function reasonOf(order: Failed): string | undefined {
  if (order.state !== 'FAILED') return undefined
  const code = failureCode(order)
  return wordsFor(code) ?? wordsFor(order.errorCode ?? '') ?? shortReason(code)
}
