import type { Words } from './en.ts'

type Reason = keyof Words['reasons']

/** Coarse failure codes of the provider that a payer can do something about. Others are told in the provider's own words. */
const REASONS: { [errorCode: string]: Reason } = {
  INSUFFICIENT_BALANCE: 'balance',
  INVALID_MPIN: 'pin',
  WRONG_PIN: 'pin',
  MPIN_LIMIT_BREACHED: 'pinLimit',
  TXN_LIMIT_BREACHED: 'limit',
  TXN_FREQ_LIMIT_BREACHED: 'limit',
  TRANSACTION_LIMIT_EXCEEDED: 'limit',
  WITHDRAWAL_LIMIT_EXCEEDED: 'limit',
  TXN_CANCELLED: 'cancelled',
  CANCELLED_BY_USER: 'cancelled',
  TXN_NOT_COMPLETED: 'time',
  TXN_AUTO_FAILED: 'time',
  AUTH_TIMEOUT: 'time',
  TRANSACTION_TIME_OUT: 'time',
  BANK_TECHNICAL_ISSUE: 'bank',
  BANK_NOT_ABLE_TO_PROCESS: 'bank',
  BANK_ERROR: 'bank',
  TECHNICAL_ISSUE_BANK: 'bank',
  SERVER_UNAVAILABLE: 'bank',
  TXN_BLOCKED: 'blocked',
  BUSINESS_RISK_RULES: 'blocked',
  INVALID_CARD: 'cardDetails',
  INVALID_CARD_NUMBER: 'cardDetails',
  INVALID_CARD_DETAILS: 'cardDetails',
  INVALID_CARD_NAME: 'cardDetails',
  INVALID_CVV_EXPIRY: 'cardDetails',
  CARD_EXPIRED: 'cardExpired',
  CARD_BLOCKED: 'cardBlocked',
  CARD_DEACTIVATED: 'cardBlocked',
  CARD_NOT_ACTIVE: 'cardBlocked',
  CARD_NOT_ALLOWED: 'cardBlocked',
  CARD_NOT_EXIST: 'cardBlocked',
  CUSTOMER_CARD_BLOCKED: 'cardBlocked',
  ONLINE_TRANSACTIONS_DISABLED: 'cardBlocked',
  OTP_EXPIRED: 'otp',
  OTP_VALIDATION_FAILURE: 'otp',
  MAX_AUTH_EXCEEDED: 'otp',
  AUTHENTICATION_FAILED: 'otp',
  TXN_NOT_ALLOWED: 'notAllowed',
  TRANSACTION_DECLINED: 'notAllowed',
  AUTHORIZATION_FAILED: 'notAllowed',
  TECHNICAL_ISSUE: 'network',
  NETWORK_ERROR: 'network',
  SERVER_ERROR: 'network',
  PG_TECHNICAL_FAILURE: 'network',
}

/** Why a payment failed, in words that a payer can act on. */
export function reasonOf(words: Words, failure: { errorCode?: string; explains?: string }): string | undefined {
  const reason = failure.errorCode === undefined ? undefined : REASONS[failure.errorCode]
  return reason === undefined ? failure.explains : words.reasons[reason]
}
