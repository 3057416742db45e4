/** What a failed call to the provider means to the database; read from the shape of a GallaError, whichever copy made it. */
export interface ProviderFailure {
  readonly outcome: 'not-sent' | 'rejected' | 'unknown'
  readonly code?: string
  /** The id was used before, perhaps by our own lost request. */
  readonly duplicateId: boolean
  /** The provider knows nothing under this id: an answer to a read. Of a request it proves nothing. */
  readonly unknownId: boolean
  /** Refused for now, such as for too many calls or an old token: the same call may succeed later. */
  readonly passing: boolean
  readonly message: string
  /** Our own client refused to send it: the field that is wrong. */
  readonly field?: string
}

const UNKNOWN_ID = new Set([
  'INVALID_MERCHANT_ORDER_ID',
  'INVALID_MERCHANT_REFUND_ID',
  'MERCHANT_ORDER_MAPPING_NOT_FOUND',
  'MAPPING_NOT_FOUND',
  'ORDER_NOT_FOUND',
  'REFUND_NOT_FOUND',
])
/** For an unknown refund the provider documents no code, but what it documents for others has these words. */
const UNKNOWN_WORDS = /^no entry found\b|^(?:merchant )?(?:order|refund)(?: id)? not found\b/i
const DUPLICATE_ID = new Set(['INVALID_TRANSACTION_ID', 'ORDER_ALREADY_EXISTS', 'INVALID_MERCHANT_ORDER_ID'])
const PASSING = new Set([401, 408, 425, 429])

/** What is no error of the client's is thrown on: a mistake of ours must not look like the provider's answer. */
export function readFailure(error: unknown): ProviderFailure {
  const facts = typeof error === 'object' && error !== null ? (error as { [field: string]: unknown }) : {}
  const { outcome, code, httpStatus, message, kind, field } = facts
  if (outcome !== 'not-sent' && outcome !== 'rejected' && outcome !== 'unknown') throw error
  const text = typeof message === 'string' ? message : ''
  const word = typeof code === 'string' ? code : ''
  const rejected = outcome === 'rejected'
  return {
    outcome,
    ...(word === '' ? {} : { code: word }),
    duplicateId:
      rejected && (DUPLICATE_ID.has(word) || /already been used|already exists|duplicat/i.test(`${word} ${text}`)),
    // A 404 by itself says nothing: keys of the older product are answered so, and so are many proxies.
    unknownId:
      rejected &&
      (UNKNOWN_ID.has(word) || ((httpStatus === 400 || httpStatus === 404) && UNKNOWN_WORDS.test(text.trim()))),
    passing: rejected && typeof httpStatus === 'number' && PASSING.has(httpStatus),
    message: text,
    ...(kind === 'invalid-request' && typeof field === 'string' ? { field } : {}),
  }
}
