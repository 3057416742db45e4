import type { en, Words } from './en.ts'

/** The names in braces of a sentence: `{amount}`. */
type Holes<Text> = Text extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never

/** Sentences with something to fill in. */
type Fillable = { [Key in keyof typeof en]: Holes<(typeof en)[Key]> extends never ? never : Key }[keyof typeof en]

/** A sentence with its names in braces filled in; a translator may put them in any order. */
export function fill<Key extends Fillable>(
  words: Words,
  key: Key,
  values: { readonly [Hole in Holes<(typeof en)[Key]>]: string },
): string {
  const known: { readonly [hole: string]: string } = values
  return words[key].replace(/\{(\w+)\}/g, (hole, name: string) => known[name] ?? hole)
}

type Reason = Extract<keyof Words, `reason${string}`>

/** Coarse failure codes of the provider that a payer can do something about. Others are told in the server's own words. */
const REASONS: { readonly [errorCode: string]: Reason } = {
  INSUFFICIENT_BALANCE: 'reasonBalance',
  INVALID_MPIN: 'reasonPin',
  WRONG_PIN: 'reasonPin',
  MPIN_LIMIT_BREACHED: 'reasonPinLimit',
  TXN_LIMIT_BREACHED: 'reasonLimit',
  TXN_FREQ_LIMIT_BREACHED: 'reasonLimit',
  TRANSACTION_LIMIT_EXCEEDED: 'reasonLimit',
  WITHDRAWAL_LIMIT_EXCEEDED: 'reasonLimit',
  TXN_CANCELLED: 'reasonCancelled',
  CANCELLED_BY_USER: 'reasonCancelled',
  TXN_NOT_COMPLETED: 'reasonTime',
  TXN_AUTO_FAILED: 'reasonTime',
  AUTH_TIMEOUT: 'reasonTime',
  TRANSACTION_TIME_OUT: 'reasonTime',
  BANK_TECHNICAL_ISSUE: 'reasonBank',
  BANK_NOT_ABLE_TO_PROCESS: 'reasonBank',
  BANK_ERROR: 'reasonBank',
  TECHNICAL_ISSUE_BANK: 'reasonBank',
  SERVER_UNAVAILABLE: 'reasonBank',
  TXN_BLOCKED: 'reasonBlocked',
  BUSINESS_RISK_RULES: 'reasonBlocked',
  INVALID_CARD: 'reasonCard',
  INVALID_CARD_NUMBER: 'reasonCard',
  INVALID_CARD_DETAILS: 'reasonCard',
  INVALID_CARD_NAME: 'reasonCard',
  INVALID_CVV_EXPIRY: 'reasonCard',
  CARD_EXPIRED: 'reasonCardExpired',
  CARD_BLOCKED: 'reasonCardBlocked',
  CARD_DEACTIVATED: 'reasonCardBlocked',
  CARD_NOT_ACTIVE: 'reasonCardBlocked',
  CARD_NOT_EXIST: 'reasonCardBlocked',
  CUSTOMER_CARD_BLOCKED: 'reasonCardBlocked',
  ONLINE_TRANSACTIONS_DISABLED: 'reasonCardBlocked',
  CARD_NOT_ALLOWED: 'reasonCardNotTaken',
  INVALID_CARD_TYPE: 'reasonCardNotTaken',
  CARD_BIN_NOT_SUPPORTED: 'reasonCardNotTaken',
  INTERNATIONAL_TXN_NOT_ALLOWED: 'reasonCardAbroad',
  ACCOUNT_NOT_ELIGIBLE: 'reasonNotEligible',
  OTP_EXPIRED: 'reasonOtp',
  OTP_VALIDATION_FAILURE: 'reasonOtp',
  MAX_AUTH_EXCEEDED: 'reasonOtp',
  AUTHENTICATION_FAILED: 'reasonOtp',
  TXN_NOT_ALLOWED: 'reasonNotAllowed',
  TRANSACTION_DECLINED: 'reasonNotAllowed',
  AUTHORIZATION_FAILED: 'reasonNotAllowed',
  TECHNICAL_ISSUE: 'reasonNetwork',
  NETWORK_ERROR: 'reasonNetwork',
  SERVER_ERROR: 'reasonNetwork',
  PG_TECHNICAL_FAILURE: 'reasonNetwork',
}

/** Why a payment failed, in words that a payer can act on. `own`: whether they are in the payer's language. */
export function reasonOf(
  words: Words,
  { errorCode, explains }: { errorCode?: string; explains?: string },
): { text: string; own: boolean } | undefined {
  const reason = errorCode !== undefined && Object.hasOwn(REASONS, errorCode) ? REASONS[errorCode] : undefined
  if (reason !== undefined) return { text: words[reason], own: true }
  return explains === undefined ? undefined : { text: explains, own: false }
}
