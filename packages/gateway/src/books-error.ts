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

type Status = 400 | 404 | 409 | 422 | 502 | 503

const STATUS_OF: { readonly [Code in BooksErrorCode]: Status } = {
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
  /** What an answer over HTTP has. Express and Fastify read it here by themselves. */
  readonly status: Status
  /** The field that is wrong, where it is one. */
  readonly field?: string

  constructor(code: BooksErrorCode, message: string, more: { field?: string; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.status = STATUS_OF[code]
    if (more.field !== undefined) this.field = more.field
  }
}

/** By its name, whichever copy of the package made it: a bundler may have made two. */
export function isBooksError(error: unknown): error is BooksError {
  return error instanceof Error && error.name === 'BooksError' && 'code' in error
}

export function invalid(field: string, problem: string): BooksError {
  return new BooksError('INVALID_REQUEST', `${field} ${problem}`, { field })
}
