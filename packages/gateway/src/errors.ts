/** Why the database said no; stable, fit for a branch. */
export type GatewayErrorCode =
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'ID_TAKEN'
  | 'REFERENCE_PAID'
  | 'PAYMENT_IN_PROGRESS'
  | 'ORDER_CLOSED'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_UNAVAILABLE'
  | 'OUTCOME_UNKNOWN'
  | 'NOT_PAID'
  | 'AMOUNT_TOO_LARGE'
  | 'REFUND_IN_PROGRESS'
  | 'SHUTTING_DOWN'

type Status = 400 | 404 | 409 | 422 | 502 | 503

const STATUS_OF: { readonly [Code in GatewayErrorCode]: Status } = {
  INVALID_REQUEST: 400,
  NOT_FOUND: 404,
  ID_TAKEN: 409,
  REFERENCE_PAID: 409,
  PAYMENT_IN_PROGRESS: 409,
  ORDER_CLOSED: 409,
  PROVIDER_REFUSED: 422,
  PROVIDER_UNAVAILABLE: 503,
  OUTCOME_UNKNOWN: 502,
  NOT_PAID: 409,
  AMOUNT_TOO_LARGE: 409,
  REFUND_IN_PROGRESS: 409,
  SHUTTING_DOWN: 503,
}

/** A refusal of the database. The message is a sentence for a person, and safe to show. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: GatewayErrorCode
  /** What an answer over HTTP has. Express and Fastify read it here by themselves. */
  readonly status: Status
  /** The field that is wrong, where it is one. */
  readonly field?: string

  constructor(code: GatewayErrorCode, message: string, more: { field?: string; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.status = STATUS_OF[code]
    if (more.field !== undefined) this.field = more.field
  }
}

/** By its name, whichever copy of the package made it: a bundler may have made two. */
export function isGatewayError(error: unknown): error is GatewayError {
  return error instanceof Error && error.name === 'GatewayError' && 'code' in error
}

export function invalid(field: string, problem: string): GatewayError {
  return new GatewayError('INVALID_REQUEST', `${field} ${problem}`, { field })
}

const MAX_DESCRIPTION = 500

/** An error as text for a log line or a stored attempt: name and message, at most 500 characters. */
export function describeError(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MAX_DESCRIPTION)
}
