import type { ComponentMessages } from './component-messages.ts'
import type { en } from './en.ts'

/** The placeholders of a message: `{amount}`. */
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never

/** Keys of messages with placeholders. */
type FormattedKey = {
  [Key in keyof typeof en]: Placeholders<(typeof en)[Key]> extends never ? never : Key
}[keyof typeof en]

/**
 * A message with values in place of the placeholders. A translation may use the placeholders in any order.
 *
 * @example
 * ```ts
 * formatMessage(en, 'pay', { amount: '₹499.00' }) // 'Pay ₹499.00'
 * ```
 */
export function formatMessage<Key extends FormattedKey>(
  messages: { readonly [Name in Key]: string },
  key: Key,
  values: { readonly [Name in Placeholders<(typeof en)[Key]>]: string },
): string {
  const byName: { readonly [name: string]: string } = values
  return messages[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => byName[name] ?? placeholder)
}

/** The provider's failure codes, `errorCode` and `detailedErrorCode` alike, by the message about them. All others are `reasonOther`. */
const FAILURES: { readonly [Key in Extract<keyof ComponentMessages, `reason${string}`>]?: string } = {
  reasonBalance: 'INSUFFICIENT_BALANCE',
  reasonPin: 'INVALID_MPIN WRONG_PIN',
  reasonPinLimit: 'MPIN_LIMIT_BREACHED',
  reasonPinNotSet: 'MPIN_NOT_SET',
  reasonLimit: 'TXN_LIMIT_BREACHED TXN_FREQ_LIMIT_BREACHED TRANSACTION_LIMIT_EXCEEDED WITHDRAWAL_LIMIT_EXCEEDED',
  reasonVpa: 'INVALID_VPA',
  reasonAccount:
    'ACCOUNT_INACTIVE ACCOUNT_NO_LONGER_ACTIVE ACCOUNT_DOES_NOT_EXIST ACCOUNT_BLOCKED INVALID_ACCOUNT_NUMBER',
  reasonDevice: 'DEVICE_FINGERPRINT_MISMATCH',
  reasonCancelled: 'TXN_CANCELLED CANCELLED_BY_USER',
  reasonTimeout: 'TXN_NOT_COMPLETED TXN_AUTO_FAILED AUTH_TIMEOUT TRANSACTION_TIME_OUT INTENT_EXPIRED',
  reasonBank: 'BANK_TECHNICAL_ISSUE BANK_NOT_ABLE_TO_PROCESS BANK_ERROR TECHNICAL_ISSUE_BANK SERVER_UNAVAILABLE',
  reasonBlocked: 'TXN_BLOCKED BUSINESS_RISK_RULES',
  reasonCard:
    'INVALID_CARD INVALID_CARD_NUMBER INVALID_CARD_DETAILS INVALID_CARD_NAME INVALID_CVV_EXPIRY CARD_VALIDATION_FAILURE ADDRESS_MISMATCH INCORRECT_DETAILS INVALID_FIELDS',
  reasonCardExpired: 'CARD_EXPIRED',
  reasonCardBlocked:
    'CARD_BLOCKED CARD_DEACTIVATED CARD_NOT_ACTIVE CARD_NOT_EXIST CUSTOMER_CARD_BLOCKED ONLINE_TRANSACTIONS_DISABLED',
  reasonCardNotAccepted: 'CARD_NOT_ALLOWED INVALID_CARD_TYPE CARD_BIN_NOT_SUPPORTED',
  reasonCardAbroad: 'INTERNATIONAL_TXN_NOT_ALLOWED',
  reasonNotEligible: 'ACCOUNT_NOT_ELIGIBLE',
  reasonOtp: 'OTP_EXPIRED OTP_VALIDATION_FAILURE MAX_AUTH_EXCEEDED AUTHENTICATION_FAILED',
  reasonNotAllowed: 'TXN_NOT_ALLOWED TRANSACTION_DECLINED AUTHORIZATION_FAILED',
  reasonTechnical:
    'TECHNICAL_ISSUE AUTH_PROCESS_FAILED TECHNICAL_ISSUE_NETWORK NETWORK_ERROR SERVER_ERROR PG_TECHNICAL_FAILURE CONNECTION_TIMEOUT',
}

/** The provider's codes of a failed payment. */
export interface FailureCodes {
  /** Code of the failure. */
  errorCode?: string
  /** The more precise code. */
  detailedErrorCode?: string
}

/**
 * The reason for a failed payment, in the payer's language: by a known `detailedErrorCode`, otherwise by `errorCode`. Unknown codes
 * get a general message. Undefined without a code.
 *
 * @example
 * ```ts
 * failureMessage(hi, { errorCode: 'INVALID_MPIN' }) // 'UPI पिन सही नहीं था।'
 * ```
 */
export function failureMessage(
  messages: ComponentMessages,
  { errorCode, detailedErrorCode }: FailureCodes,
): string | undefined {
  if (errorCode === undefined && detailedErrorCode === undefined) return undefined
  return messages[failureKey(detailedErrorCode) ?? failureKey(errorCode) ?? 'reasonOther']
}

type FailureKey = keyof typeof FAILURES

const failureKey = (code: string | undefined) =>
  (Object.keys(FAILURES) as FailureKey[]).find((key) => code && FAILURES[key]?.split(' ').includes(code))

/** Message keys by the codes with which a gateway or a sandbox refuses a payment. */
const REFUSALS: { readonly [code: string]: keyof ComponentMessages } = {
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
 * The reason for a refused request, in the payer's language, by the code of the refusal. Unknown codes get a general message.
 *
 * @example
 * ```ts
 * refusalMessage(en, 'ORDER_CLOSED') // 'This order is closed. Please start again from the shop.'
 * ```
 */
export function refusalMessage(messages: ComponentMessages, code: string): string {
  const key = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : failureKey(code)
  return messages[key ?? 'requestRefused']
}
