import { failuresEnglish } from './english-failures.ts'
import { type FailureFields, failureCode } from './failures.ts'
import { language } from './language.ts'
import { messages } from './messages.ts'

const t = messages('i18n/failures', failuresEnglish)

/** A few words for a code. The list of all meanings is too large for the pages with lists. */
const SHORT: { readonly [code: string]: string } = {
  AM: t.noPin,
  MPIN_NOT_SET: t.noPin,
  ZM: t.upiPin,
  INVALID_MPIN: t.upiPin,
  WRONG_PIN: t.pin,
  Z6: t.manyPins,
  MPIN_LIMIT_BREACHED: t.manyPins,
  IE: t.money,
  Z9: t.money,
  INSUFFICIENT_BALANCE: t.money,
  INSUFFICIENT_FUNDS: t.money,
  U03: t.payerLimit,
  Z8: t.payerLimit,
  ZU: t.bankLimit,
  TXN_LIMIT_BREACHED: t.limit,
  Z7: t.frequency,
  TXN_FREQ_LIMIT_BREACHED: t.frequency,
  ZH: t.vpa,
  INVALID_VPA: t.vpa,
  B1: t.notAllowed,
  B3: t.noUpi,
  SA: t.notAllowed,
  U54: t.differs,
  YC: t.notAllowed,
  ZG: t.notAllowed,
  SD: t.inactive,
  XH: t.noAccount,
  YE: t.frozen,
  ZX: t.inactive,
  FP: t.blocked,
  K1: t.blocked,
  XP: t.blocked,
  XQ: t.yourBank,
  XV: t.blocked,
  DECLINED_BY_ISSUER: t.blocked,
  IR: t.bankTrouble,
  S96: t.bankTrouble,
  U28: t.bankTrouble,
  U86: t.bankTrouble,
  U90: t.bankTrouble,
  UT: t.bankTrouble,
  XB: t.bankTrouble,
  XT: t.bankTrouble,
  XY: t.bankTrouble,
  BANK_TECHNICAL_ISSUE: t.bankTrouble,
  BANK_NOT_ABLE_TO_PROCESS: t.bankTrouble,
  U80: t.appTrouble,
  U66: t.device,
  NO: t.notFound,
  T14: t.invalid,
  ZD: t.invalid,
  TXN_BLOCKED: t.blocked,
  INTERNAL_SECURITY_BLOCK: t.risk,
  INTERNAL_SECURITY_BLOCK_1: t.site,
  INTERNAL_SECURITY_BLOCK_2: t.server,
  INTERNAL_SECURITY_BLOCK_4: t.app,
  INTERNAL_SECURITY_BLOCK_5: t.policies,
  INTERNAL_SECURITY_BLOCK_6: t.video,
  BL_077: t.video,
  ORDER_EXPIRED: t.late,
  TXN_NOT_COMPLETED: t.late,
  REQUEST_TIME_OUT: t.late,
  TXN_AUTO_FAILED: t.late,
  U69: t.late,
  INTENT_EXPIRED: t.notUsed,
  TIMED_OUT: t.timedOut,
  NEVER_OPENED: t.unknown,
  NOT_SENT: t.notSent,
  REFUSED: t.refused,
  CANCELLED: t.byCode,
  MERCHANT_CANCELLED: t.byYou,
  ORDER_CANCELLED_BY_USER: t.byPayer,
  TXN_CANCELLED: t.byPayer,
  ZA: t.byPayer,
  CANCELLED_BY_USER: t.byPayer,
  REQUEST_DECLINE_BY_REQUESTEE: t.byPayer,
  REQUEST_CANCEL_BY_REQUESTER: t.byCode,
  OTP_EXPIRED: t.otpExpired,
  CARD_EXPIRED: t.cardExpired,
  INVALID_CVV_EXPIRY: t.cvv,
  OTP_VALIDATION_FAILURE: t.otp,
  CARD_BIN_NOT_SUPPORTED: t.card,
  INTERNATIONAL_TXN_NOT_ALLOWED: t.abroad,
}

/** A failure code in a few words; others become words themselves: `CARD_BLOCKED` is `Card blocked`. */
export const shortReason = (code: string): string => (code === '' ? t.none : (wordsFor(code) ?? t.code(code)))

function wordsFor(code: string): string | undefined {
  if (Object.hasOwn(SHORT, code)) return SHORT[code]
  if (code.startsWith('U16_')) return t.upiRisk
  if (/^(?:BF|BL|CR)_\d+$/.test(code)) return t.risk
  // The words of a code are English.
  if (language !== 'en') return undefined
  if (!/^(?:[A-Z]{3,}|[A-Z]{2,}(?:_[A-Z]+)+)$/.test(code)) return undefined
  return code[0] + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** Codes of banks, which a payer can tell the bank. Longer codes are words that say the same as the reason. */
const BANK_CODE = /^[A-Z\d]{1,3}$/

/** The same words inside of a sentence, with the code of a bank: `not enough money (Z9)`. */
export function reasonInSentence(failure: FailureFields): string {
  const code = failureCode(failure)
  const words = wordsFor(code) ?? wordsFor(failure.errorCode ?? '')
  if (words === undefined) return lowerStart(shortReason(code))
  return BANK_CODE.test(code) ? `${lowerStart(words)} (${code})` : lowerStart(words)
}

/** Inside of a sentence; abbreviations stay: `UPI app has technical trouble`. */
const lowerStart = (words: string): string =>
  /^[A-Z]{2}/.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`

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
