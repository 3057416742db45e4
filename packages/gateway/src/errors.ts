import { ERRORS_URL } from '@galla/contract/docs-url'
import type { FileProblem } from '@galla/contract/gateway-api/file-problems'
import { formatInr, type Paise } from '@galla/contract/money'
import { maskSentence } from './domain/privacy/masking.ts'
import { isError } from './is-error.ts'

/** An amount in a message that people read: `₹1,499.50`. */
export const amountText = (paise: number): string => formatInr(paise as Paise)

/** Code of a `GatewayError`. Codes are stable, so a `switch` can use the code. */
export type GatewayErrorCode =
  /** `field` is invalid. Nothing was stored or sent. */
  | 'INVALID_REQUEST'
  /** `field` names an option of `createGateway()` or of a notifier that is wrong, or does not fit the database. Nothing was started. */
  | 'INVALID_OPTION'
  /** There is no such order, refund, plan or subscription. */
  | 'NOT_FOUND'
  /** The id belongs to another order or refund, or was used with other parameters, which `field` names: choose a new id. */
  | 'ID_TAKEN'
  /** An order of this reference is already paid: show that order to the payer. */
  | 'REFERENCE_PAID'
  /** An order of this reference may be paid and needs review: tell the payer that the payment is being checked, and let a person resolve the review. */
  | 'REFERENCE_IN_REVIEW'
  /** Another order of the reference, with another amount, can still be paid. The message names that order, and how to close it. */
  | 'DIFFERENT_AMOUNT'
  /** The order is being paid with another choice, whose `field` differs, or cannot be cancelled any more: start a new order. */
  | 'PAYMENT_IN_PROGRESS'
  /** The order can no longer be paid: start a new order of the reference. */
  | 'ORDER_CLOSED'
  /** The provider refused the request. The message gives the reason: correct the request. */
  | 'PROVIDER_REFUSED'
  /** The provider was not reached or refused for now, or this process lacks the data key of the order's page. Nothing was started: try again later. */
  | 'PROVIDER_UNAVAILABLE'
  /** The provider's reply was lost, so polling decides the order. No page was shown, so the payer cannot pay the order. A payment link may have been sent: read its order. */
  | 'OUTCOME_UNKNOWN'
  /** The payment link was sent to its payer within the last minute. Nothing was sent: send the link again later. */
  | 'REMINDED_RECENTLY'
  /** The price is larger than the mandate permits. Nothing was changed: first renew the mandate with a larger `maxAmount`, which the payer approves. */
  | 'ABOVE_MANDATE'
  /** The state of the subscription does not permit the call. The message says which state does. Nothing was changed. */
  | 'SUBSCRIPTION_STATE'
  /** The order is not paid, so nothing can be refunded. */
  | 'NOT_PAID'
  /** The amount is larger than the refundable amount of the order: request that amount or less. */
  | 'AMOUNT_TOO_LARGE'
  /** Another refund of the order is not final yet: wait for its result, then request the next refund. */
  | 'REFUND_IN_PROGRESS'
  /** The request exceeds the amount that the role, or the program, may refund on this day. The message says how much is left. */
  | 'REFUND_LIMIT'
  /** Nobody can approve their own request: another person has to approve it. */
  | 'SECOND_PERSON_NEEDED'
  /** The refund no longer waits for approval: somebody has decided, or nobody decided in time. */
  | 'APPROVAL_DECIDED'
  /** The order or refund has changed since the person read its review: read it again, then decide. Nothing was done. */
  | 'REVIEW_CHANGED'
  /** The role may not do this, which the message explains; or the user lost the role, or the API key was revoked, while the request was under way. Nothing was done. */
  | 'NOT_ALLOWED'
  /** The database failed, so it is not known whether the call took effect. Repeat the call with the same id: the call is continued, never done twice. */
  | 'DATABASE_FAILED'
  /** Another transaction works on the order, or holds its lock; or too many reads of the console wait for the database, or one took too long; or a callback was not stored in time. Repeat the call with the same id in a few seconds: the call is continued, never done twice. */
  | 'BUSY'
  /** This process is stopping: retry on another replica. */
  | 'SHUTTING_DOWN'
  /** Another process encrypts the database, and this process has no data keys, so it stores nothing more. Set `dataKeys` (`GALLA_DATA_KEYS`) and restart this process. */
  | 'DATA_KEYS_MISSING'

type Status = 400 | 403 | 404 | 409 | 422 | 500 | 502 | 503

const STATUS_OF: { readonly [Code in GatewayErrorCode]: Status } = {
  INVALID_REQUEST: 400,
  INVALID_OPTION: 500,
  NOT_FOUND: 404,
  ID_TAKEN: 409,
  REFERENCE_PAID: 409,
  REFERENCE_IN_REVIEW: 409,
  DIFFERENT_AMOUNT: 409,
  PAYMENT_IN_PROGRESS: 409,
  ORDER_CLOSED: 409,
  PROVIDER_REFUSED: 422,
  PROVIDER_UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 502,
  REMINDED_RECENTLY: 409,
  ABOVE_MANDATE: 409,
  SUBSCRIPTION_STATE: 409,
  NOT_PAID: 409,
  AMOUNT_TOO_LARGE: 409,
  REFUND_IN_PROGRESS: 409,
  REFUND_LIMIT: 409,
  SECOND_PERSON_NEEDED: 409,
  APPROVAL_DECIDED: 409,
  REVIEW_CHANGED: 409,
  NOT_ALLOWED: 403,
  DATABASE_FAILED: 503,
  BUSY: 503,
  SHUTTING_DOWN: 503,
  DATA_KEYS_MISSING: 503,
}

/** Details of a `GatewayError`. */
export interface GatewayErrorDetails {
  /** The field, or the option, that is invalid. */
  field?: string
  /** The fault of the imported file. */
  problem?: FileProblem
  /** The error below. */
  cause?: unknown
}

/** The error that the gateway's methods reject with. */
export class GatewayError extends Error {
  /** Always `GatewayError`, even if a bundler has renamed the class. */
  override readonly name = 'GatewayError'
  /** Code of the error. Codes are stable. */
  readonly code: GatewayErrorCode
  /** HTTP status for the response. Express and Fastify use this status automatically. */
  readonly status: Status
  /** The invalid field or option; absent if the error is not about a field or an option. */
  readonly field?: string
  /** The fault of the imported file, if a file was refused. */
  readonly problem?: FileProblem

  /** @param message one sentence without payer data or secrets, safe to show as plain text; the sentence may name the reference */
  constructor(code: GatewayErrorCode, message: string, more: GatewayErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.status = STATUS_OF[code]
    if (more.field !== undefined) this.field = more.field
    if (more.problem !== undefined) this.problem = more.problem
  }

  /** Path of the documentation of the code, which says what to do: `node_modules/@galla/gateway/docs/errors.md#gateway-not-found`. */
  get docsUrl(): string {
    return docsUrlOf(this.code)
  }
}

/** Address of the section about a code of the gateway or of its HTTP APIs. */
export const docsUrlOf = (code: string): string =>
  `${ERRORS_URL['@galla/gateway']}#gateway-${code.toLowerCase().replaceAll('_', '-')}`

/**
 * True when a caught value is a `GatewayError`. The function compares the name, so copies of the class in a bundle count too.
 * @example
 * if (isGatewayError(error) && error.code === 'REFERENCE_PAID') redirectToReceipt()
 */
export function isGatewayError(error: unknown): error is GatewayError {
  return isError(error) && error.name === 'GatewayError' && 'code' in error
}

/** True when a process that answers with this code takes no more work at all. Another replica takes the work. */
export const isNoMoreWork = (code: GatewayErrorCode): boolean =>
  code === 'SHUTTING_DOWN' || code === 'DATA_KEYS_MISSING'

/** INVALID_REQUEST with the message `<field> <problem>`. */
export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError('INVALID_REQUEST', `${field} ${problem}`, { field })
}

/** INVALID_REQUEST about the text of an imported file, with the message `The file <sentence>`. */
export function invalidFile(problem: FileProblem, sentence: string): GatewayError {
  return new GatewayError('INVALID_REQUEST', `The file ${sentence}`, { field: 'text', problem })
}

/** INVALID_OPTION with the message `<option> <problem>`. */
export function invalidOption(option: string, problem: string): GatewayError {
  return new GatewayError('INVALID_OPTION', `${option} ${problem}`, { field: option })
}

/** The result of a check that other code shares: its failure is that of the option. @throws GatewayError INVALID_OPTION */
export function asOption<Value>(option: string, check: () => Value): Value {
  try {
    return check()
  } catch (cause) {
    if (isGatewayError(cause) || !isError(cause)) throw cause
    const field = 'field' in cause && typeof cause.field === 'string' ? cause.field : option
    throw new GatewayError('INVALID_OPTION', cause.message, { field, cause })
  }
}

const MAX_NAME = 60
const MAX_DESCRIPTION = 500

/**
 * An error as text for a log line or a stored attempt: name and message, at most 500 characters that PostgreSQL can store. Never
 * throws, whatever was thrown: handlers and notifiers of the merchant throw what they like.
 */
export function describeError(error: unknown): string {
  try {
    if (!isError(error)) return maskSentence(String(error).slice(0, MAX_DESCRIPTION))
    const name = String(error.name).slice(0, MAX_NAME)
    return maskSentence(`${name}: ${String(error.message)}`.slice(0, MAX_DESCRIPTION))
  } catch {
    return 'An error that cannot be shown as text'
  }
}
