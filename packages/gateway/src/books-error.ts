/** Why the books said no; stable, fit for a branch. */
export type BooksErrorCode =
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'ID_TAKEN'
  | 'REFERENCE_PAID'
  | 'ALREADY_OPENED'
  | 'ORDER_CLOSED'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_AWAY'
  | 'OUTCOME_UNKNOWN'
  | 'NOT_PAID'
  | 'TOO_MUCH'
  | 'ONE_AT_A_TIME'
  | 'BOOKS_CLOSED'

/** What a handler of `Request` answers with. */
export const HTTP_STATUS_OF: { readonly [Code in BooksErrorCode]: 400 | 404 | 409 | 422 | 502 | 503 } = {
  INVALID_REQUEST: 400,
  NOT_FOUND: 404,
  ID_TAKEN: 409,
  REFERENCE_PAID: 409,
  ALREADY_OPENED: 409,
  ORDER_CLOSED: 409,
  PROVIDER_REFUSED: 422,
  PROVIDER_AWAY: 503,
  OUTCOME_UNKNOWN: 502,
  NOT_PAID: 409,
  TOO_MUCH: 409,
  ONE_AT_A_TIME: 409,
  BOOKS_CLOSED: 503,
}

/** A refusal of the books. The message is a sentence for a person, and safe to show. */
export class BooksError extends Error {
  override readonly name = 'BooksError'
  readonly code: BooksErrorCode
  /** The field that is wrong, where it is one. */
  readonly field?: string

  constructor(code: BooksErrorCode, message: string, more: { field?: string; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    if (more.field !== undefined) this.field = more.field
  }
}

export function invalid(field: string, problem: string): BooksError {
  return new BooksError('INVALID_REQUEST', `${field} ${problem}`, { field })
}
