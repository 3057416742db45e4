import type { Outcome } from '../errors/galla-error.ts'

/** The body of a refusal, in all shapes that the provider gives it. */
export class PhonePeResponse {
  declare success?: boolean
  declare code?: string
  declare message?: string
  declare data?: { [key: string]: object }
  declare context?: { [key: string]: object }
  declare errorCode?: string
}

/** What every failed call of this door is, by the official names. */
export class PhonePeException extends Error {
  /** Name of the class, whatever a bundler makes of it. */
  type = 'PhonePeException'
  declare httpStatusCode?: number
  declare code?: string
  declare data?: { [key: string]: object }
  /** Not in the official package: whether the call may have happened all the same. */
  declare outcome?: Outcome
  /** Not in the official package: the same call may be made again as it is. */
  declare retryable?: boolean

  /** `error.data` is the body of the reply; `message` stands where the body has none. */
  constructor(message: string, httpStatusCode?: number, error?: { readonly data?: unknown } | null) {
    super(message)
    if (httpStatusCode !== undefined) this.httpStatusCode = httpStatusCode
    if (error === undefined || error === null) return
    const body = (error.data ?? {}) as PhonePeResponse
    Object.assign(this, { code: body.errorCode || body.code, data: body.context || body.data })
    this.message = body.message || message
  }
}

export class ClientError extends PhonePeException {
  override type = 'ClientError'
}

export class BadRequest extends ClientError {
  override type = 'BadRequest'
}

export class UnauthorizedAccess extends ClientError {
  override type = 'UnauthorizedAccess'
}

export class ForbiddenAccess extends ClientError {
  override type = 'ForbiddenAccess'
}

export class ResourceNotFound extends ClientError {
  override type = 'ResourceNotFound'
}

export class ResourceConflict extends ClientError {
  override type = 'ResourceConflict'
}

export class ResourceGone extends ClientError {
  override type = 'ResourceGone'
}

export class ResourceInvalid extends ClientError {
  override type = 'ResourceInvalid'
}

export class ExpectationFailed extends ClientError {
  override type = 'ExpectationFailed'
}

export class TooManyRequests extends ClientError {
  override type = 'TooManyRequests'
}

export class ServerError extends PhonePeException {
  override type = 'ServerError'
}
