import { defined } from '../domain/defined.ts'
import { storable } from '../domain/privacy/masking.ts'
import type { Refusal } from '../domain/refunds/statements.ts'
import { readFailure } from './mapping.ts'

// What a failed refund call means, by operation. A code of one operation says nothing about another (protocol §8.3).

/** Codes of a status check of a refund that the provider does not have. */
const UNKNOWN_REFUND = new Set(['INVALID_MERCHANT_REFUND_ID', 'REFUND_NOT_FOUND', 'MAPPING_NOT_FOUND'])
/** No code is documented for an unknown refund; the documented messages of other resources match this. */
const UNKNOWN_REFUND_WORDS = /^no entry found\b|^(?:merchant )?refund(?: id)? not found\b/i

/** Statuses with which the provider answers about an id, as opposed to access, rate and its own failures. */
const ABOUT_THE_ID = new Set([400, 404, 410, 417, 422])
/** Statuses without which nothing was looked up: the login is missing, the request came too late or too early, or there were too many. */
const NO_ANSWER = new Set([401, 407, 408, 425, 429])
/** Answers that are about the address or the credentials. */
const ABOUT_THE_ACCOUNT = /^(?:KEY_NOT_CONFIGURED|AUTHORIZATION_FAILED|FORBIDDEN)$/
const WRONG_ADDRESS = /api mapping not found/i
/** Words of an undocumented answer that denies the refund, as opposed to one that refuses the request or could not look it up. */
const DENIES_THE_REFUND =
  /not[ _]found|\bno[ _]?(?:entry|record|such|data)|do(?:es)?(?:[ _]not|n['’]t)[ _]exist|(?:unknown|invalid)[ _](?:merchant[ _])?refund/i

/**
 * Reads the meaning of a failed status check of a refund.
 * @throws the error itself when it is not the SDK's: a bug must not look like a provider response.
 */
export function readStatusFailure(error: unknown): {
  unknownRefund: boolean
  unclear: boolean
  unclearAboutRefund?: boolean
  refused?: boolean
} {
  const { outcome, code = '', message, field, httpStatus = 0 } = readFailure(error)
  // An id that the client refuses to send, such as `..`, belongs to no refund.
  if (field === 'merchantRefundId') return { unknownRefund: true, unclear: false }
  if (outcome !== 'rejected') return { unknownRefund: false, unclear: false }
  // A bare 404 decides nothing: credentials of the older product and many proxies cause one too.
  const isWords = (httpStatus === 400 || httpStatus === 404) && UNKNOWN_REFUND_WORDS.test(message.trim())
  const isAboutTheId = ABOUT_THE_ID.has(httpStatus) && !ABOUT_THE_ACCOUNT.test(code) && !WRONG_ADDRESS.test(message)
  const unclear = code !== '' && isAboutTheId
  // Also an account that may not refund: but not a wrong address, a missing login, or too many requests.
  const refused = code !== '' && httpStatus >= 400 && httpStatus < 500 && !NO_ANSWER.has(httpStatus)
  return {
    unknownRefund: UNKNOWN_REFUND.has(code) || isWords,
    unclear,
    ...(refused && !WRONG_ADDRESS.test(message) && { refused }),
    ...(unclear && { unclearAboutRefund: DENIES_THE_REFUND.test(`${code} ${message}`) }),
  }
}

/** Codes that are documented as a refusal of a refund. Each of them also refuses a repeat of a refund that was accepted. */
const REFUSED = new Set([
  'BAD_REQUEST',
  'REFUND_AMOUNT_EXCEEDS_ORIGINAL',
  'EXCESS_REFUND_AMOUNT',
  'REFUND_BREACHED',
  'REFUND_FOR_TXN_OLDER_THAN_LIMIT',
  'REFUND_NOT_ALLOWED',
])
/** "Refund not possible", documented without a code. */
const NOT_POSSIBLE = 402

const UNKNOWN_ORDER = new Set([
  'INVALID_MERCHANT_ORDER_ID',
  'MERCHANT_ORDER_MAPPING_NOT_FOUND',
  'MAPPING_NOT_FOUND',
  'ORDER_NOT_FOUND',
])
const UNKNOWN_ORDER_WORDS = /^no entry found\b(?!.*refund)|^(?:merchant )?order(?: id)? not found\b/i

/** Another refund of the order is being processed: the same request may succeed later. */
const BUSY = 'PREVIOUS_ORDER_IN_PROGRESS'
const DUPLICATE_WORDS = /duplicat|already been used|already exists/i

export interface SendFailure {
  readonly outcome: 'not-sent' | 'rejected' | 'unknown'
  /** The client sent the request once at most. */
  readonly once: boolean
  /** The meaning of a refusal for the refund; absent for a rate limit, an expired token or a busy order. */
  readonly refusal?: Omit<Refusal, 'atMs'>
}

/**
 * Reads the meaning of a failed request for a refund.
 * @throws the error itself when it is not the SDK's: a bug must not look like a provider response.
 */
export function readSendFailure(error: unknown): SendFailure {
  const { outcome, code, message, httpStatus = 0, temporary, attempts = 1 } = readFailure(error)
  const once = attempts <= 1
  if (outcome !== 'rejected' || temporary || code === BUSY) return { outcome, once }
  const response = defined({ code, message: message === '' ? undefined : storable(message.slice(0, 200)) })
  return { outcome, once, refusal: { ...response, meaning: meaningOf(code ?? '', message.trim(), httpStatus) } }
}

function meaningOf(code: string, message: string, httpStatus: number): Refusal['meaning'] {
  const isPlain = httpStatus === 400 || httpStatus === 404
  if (UNKNOWN_ORDER.has(code) || (isPlain && UNKNOWN_ORDER_WORDS.test(message))) return 'order-unknown'
  if (WRONG_ADDRESS.test(message) || DUPLICATE_WORDS.test(`${code} ${message}`)) return 'unclear'
  return REFUSED.has(code) || httpStatus === NOT_POSSIBLE ? 'refused' : 'unclear'
}
