import { type GallaError, isGallaError, type Outcome, responseOf, socketCodeOf } from '../errors/galla-error.ts'

/** The body of an error response, in all its documented shapes. */
export class PhonePeResponse {
  /** Always false. */
  declare success?: boolean
  /** Reason, such as `BAD_REQUEST`. */
  declare code?: string
  /** A sentence in English. */
  declare message?: string
  /** Details. */
  declare data?: { [key: string]: object }
  /** Details, in newer responses. */
  declare context?: { [key: string]: object }
  /** Reason, in newer responses. */
  declare errorCode?: string
}

/** The error of every failed call of this entry point. */
export class PhonePeException extends Error {
  /** Name of the class; unlike `constructor.name` it survives minification. */
  type = 'PhonePeException'
  /** HTTP status, if a response arrived; 400 for invalid input. */
  declare httpStatusCode?: number
  /** Code of the provider, or of the network, such as `ETIMEDOUT`. */
  declare code?: string
  /** Details of the provider. */
  declare data?: { [key: string]: object }
  /** The effect of the call: `not-sent`, `rejected` or `unknown`. Not in the official package. */
  declare outcome?: Outcome
  /** True when you can repeat the same call. Not in the official package. */
  declare retryable?: boolean

  /** `message` applies if the body of the response has no message. */
  constructor(
    message: string,
    httpStatusCode?: number,
    error?: {
      /** The body of the response. */
      readonly data?: unknown
    } | null,
  ) {
    super(message)
    if (httpStatusCode !== undefined) this.httpStatusCode = httpStatusCode
    if (error === undefined || error === null) return
    const body = (error.data ?? {}) as PhonePeResponse
    Object.assign(this, { code: body.errorCode || body.code, data: body.context || body.data })
    this.message = body.message || message
  }
}

/** HTTP 4xx. */
export class ClientError extends PhonePeException {
  override type = 'ClientError'
}

/** HTTP 400, or invalid input that was not sent. */
export class BadRequest extends ClientError {
  override type = 'BadRequest'
}

/** HTTP 401. */
export class UnauthorizedAccess extends ClientError {
  override type = 'UnauthorizedAccess'
}

/** HTTP 403. */
export class ForbiddenAccess extends ClientError {
  override type = 'ForbiddenAccess'
}

/** HTTP 404. */
export class ResourceNotFound extends ClientError {
  override type = 'ResourceNotFound'
}

/** HTTP 409. */
export class ResourceConflict extends ClientError {
  override type = 'ResourceConflict'
}

/** HTTP 410. */
export class ResourceGone extends ClientError {
  override type = 'ResourceGone'
}

/** HTTP 422. */
export class ResourceInvalid extends ClientError {
  override type = 'ResourceInvalid'
}

/** HTTP 417. */
export class ExpectationFailed extends ClientError {
  override type = 'ExpectationFailed'
}

/** HTTP 429. */
export class TooManyRequests extends ClientError {
  override type = 'TooManyRequests'
}

/** HTTP 5xx. */
export class ServerError extends PhonePeException {
  override type = 'ServerError'
}

const CLASSES: { readonly [Kind in GallaError['kind']]?: typeof PhonePeException } = {
  'bad-request': BadRequest,
  unauthorized: UnauthorizedAccess,
  forbidden: ForbiddenAccess,
  'not-found': ResourceNotFound,
  conflict: ResourceConflict,
  gone: ResourceGone,
  'expectation-failed': ExpectationFailed,
  invalid: ResourceInvalid,
  'too-many-requests': TooManyRequests,
  'client-error': ClientError,
  'server-error': ServerError,
  'invalid-request': BadRequest,
}

/** The message is that of the official package, so the way out is beside the message. */
export const RESTART = 'A client keeps its first credentials: restart the process after a change of .env'

/** Codes of failures without a response; a socket's own code, such as ECONNREFUSED, takes precedence. */
const CODES: { readonly [Kind in GallaError['kind']]?: string } = {
  network: 'NETWORK_ERROR',
  timeout: 'ETIMEDOUT',
  aborted: 'ABORTED',
  'invalid-response': 'INVALID_RESPONSE',
}

/** Converts a GallaError to the official exception; other values stay as they are. */
export function toException(error: unknown): unknown {
  if (!isGallaError(error)) return error
  const exception = new (CLASSES[error.kind] ?? PhonePeException)(error.message, statusOf(error), bodyOf(error))
  return Object.assign(exception, { outcome: error.outcome, retryable: error.retryable })
}

/** Invalid input gets the status with which the provider would refuse it. */
function statusOf(error: GallaError): number | undefined {
  if (error.kind === 'invalid-request') return 400
  return 'httpStatus' in error ? error.httpStatus : undefined
}

function bodyOf(error: GallaError): { data: object } | undefined {
  switch (error.kind) {
    case 'method-not-supported':
      return undefined
    case 're-initialize':
      return { data: { data: { hint: RESTART } } }
    case 'invalid-request':
      return { data: { code: 'BAD_REQUEST', data: { field: error.field } } }
    case 'invalid-callback':
      return { data: { data: { reason: error.reason, hint: error.hint } } }
    case 'invalid-response':
      // Beside its status, the code of the socket would say that no reply began.
      return { data: { code: CODES[error.kind] } }
    default:
      // As received: a code may be a number, a message no text.
      return {
        data: responseOf(error) ?? { code: error.code ?? socketCodeOf(error) ?? CODES[error.kind], data: error.data },
      }
  }
}
