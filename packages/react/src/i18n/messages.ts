import type { en, Messages } from './en.ts'

/** The placeholders of a message: `{amount}`. */
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never

/** Keys of messages with placeholders. */
type FormattedKey = {
  [Key in keyof typeof en]: Placeholders<(typeof en)[Key]> extends never ? never : Key
}[keyof typeof en]

/**
 * A message with its placeholders filled in. A translation may use them in any order.
 *
 * @example
 * ```ts
 * formatMessage(en, 'pay', { amount: '₹499.00' }) // 'Pay ₹499.00'
 * ```
 */
export function formatMessage<Key extends FormattedKey>(
  messages: Messages,
  key: Key,
  values: { readonly [Name in Placeholders<(typeof en)[Key]>]: string },
): string {
  const byName: { readonly [name: string]: string } = values
  return messages[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => byName[name] ?? placeholder)
}

/** Message keys by the provider's failure codes, `errorCode` and `detailedErrorCode` alike. All others are `reasonOther`. */
const FAILURES: { readonly [code: string]: Extract<keyof Messages, `reason${string}`> } = {
  INSUFFICIENT_BALANCE: 'reasonBalance',
  INVALID_MPIN: 'reasonPin',
  WRONG_PIN: 'reasonPin',
  MPIN_LIMIT_BREACHED: 'reasonPinLimit',
  MPIN_NOT_SET: 'reasonPinNotSet',
  TXN_LIMIT_BREACHED: 'reasonLimit',
  TXN_FREQ_LIMIT_BREACHED: 'reasonLimit',
  TRANSACTION_LIMIT_EXCEEDED: 'reasonLimit',
  WITHDRAWAL_LIMIT_EXCEEDED: 'reasonLimit',
  INVALID_VPA: 'reasonVpa',
  ACCOUNT_INACTIVE: 'reasonAccount',
  ACCOUNT_NO_LONGER_ACTIVE: 'reasonAccount',
  ACCOUNT_DOES_NOT_EXIST: 'reasonAccount',
  ACCOUNT_BLOCKED: 'reasonAccount',
  INVALID_ACCOUNT_NUMBER: 'reasonAccount',
  DEVICE_FINGERPRINT_MISMATCH: 'reasonDevice',
  TXN_CANCELLED: 'reasonCancelled',
  CANCELLED_BY_USER: 'reasonCancelled',
  TXN_NOT_COMPLETED: 'reasonTimeout',
  TXN_AUTO_FAILED: 'reasonTimeout',
  AUTH_TIMEOUT: 'reasonTimeout',
  TRANSACTION_TIME_OUT: 'reasonTimeout',
  INTENT_EXPIRED: 'reasonTimeout',
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
  CARD_VALIDATION_FAILURE: 'reasonCard',
  ADDRESS_MISMATCH: 'reasonCard',
  INCORRECT_DETAILS: 'reasonCard',
  INVALID_FIELDS: 'reasonCard',
  CARD_EXPIRED: 'reasonCardExpired',
  CARD_BLOCKED: 'reasonCardBlocked',
  CARD_DEACTIVATED: 'reasonCardBlocked',
  CARD_NOT_ACTIVE: 'reasonCardBlocked',
  CARD_NOT_EXIST: 'reasonCardBlocked',
  CUSTOMER_CARD_BLOCKED: 'reasonCardBlocked',
  ONLINE_TRANSACTIONS_DISABLED: 'reasonCardBlocked',
  CARD_NOT_ALLOWED: 'reasonCardNotAccepted',
  INVALID_CARD_TYPE: 'reasonCardNotAccepted',
  CARD_BIN_NOT_SUPPORTED: 'reasonCardNotAccepted',
  INTERNATIONAL_TXN_NOT_ALLOWED: 'reasonCardAbroad',
  ACCOUNT_NOT_ELIGIBLE: 'reasonNotEligible',
  OTP_EXPIRED: 'reasonOtp',
  OTP_VALIDATION_FAILURE: 'reasonOtp',
  MAX_AUTH_EXCEEDED: 'reasonOtp',
  AUTHENTICATION_FAILED: 'reasonOtp',
  TXN_NOT_ALLOWED: 'reasonNotAllowed',
  TRANSACTION_DECLINED: 'reasonNotAllowed',
  AUTHORIZATION_FAILED: 'reasonNotAllowed',
  TECHNICAL_ISSUE: 'reasonTechnical',
  AUTH_PROCESS_FAILED: 'reasonTechnical',
  TECHNICAL_ISSUE_NETWORK: 'reasonTechnical',
  NETWORK_ERROR: 'reasonTechnical',
  SERVER_ERROR: 'reasonTechnical',
  PG_TECHNICAL_FAILURE: 'reasonTechnical',
  CONNECTION_TIMEOUT: 'reasonTechnical',
}

/** The provider's codes of a failed payment. */
export interface FailureCodes {
  /** Code of the failure. */
  errorCode?: string
  /** The more precise code. */
  detailedErrorCode?: string
}

/**
 * Why a payment failed, in the payer's language: by `detailedErrorCode` where it is known, otherwise by `errorCode`.
 * A general message for codes that are not known; undefined without a code.
 *
 * @example
 * ```ts
 * failureMessage(hi, { errorCode: 'INVALID_MPIN' }) // 'UPI पिन सही नहीं था।'
 * ```
 */
export function failureMessage(messages: Messages, { errorCode, detailedErrorCode }: FailureCodes): string | undefined {
  if (errorCode === undefined && detailedErrorCode === undefined) return undefined
  return messages[failureKey(detailedErrorCode) ?? failureKey(errorCode) ?? 'reasonOther']
}

const failureKey = (code: string | undefined) =>
  code !== undefined && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined

/** Message keys by the codes with which a gateway or a sandbox refuses a payment. */
const REFUSALS: { readonly [code: string]: keyof Messages } = {
  PAYMENT_IN_PROGRESS: 'paymentInProgress',
  ORDER_CLOSED: 'orderClosed',
  REFERENCE_PAID: 'orderClosed',
  REFERENCE_IN_REVIEW: 'orderClosed',
  ORDER_IS_FINAL: 'orderClosed',
  ORDER_EXPIRED: 'orderClosed',
  NO_RETRY: 'orderClosed',
  COLLECT_NOT_ALLOWED: 'collectClosed',
  NOT_OFFERED: 'methodNotOffered',
}

/**
 * Why a request was refused, in the payer's language: by its code, or a general message for codes that are not known.
 *
 * @example
 * ```ts
 * refusalMessage(en, 'ORDER_CLOSED') // 'This order is closed. Please start again from the shop.'
 * ```
 */
export function refusalMessage(messages: Messages, code: string): string {
  const key = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : failureKey(code)
  return messages[key ?? 'requestRefused']
}
