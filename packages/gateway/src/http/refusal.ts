export type HttpErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 429 | 502

/** What one of our APIs says no with: `{ code, message, field? }`. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly status: HttpErrorStatus
  readonly code: string
  readonly field?: string
  /** Seconds after which it is worth trying again. */
  readonly retryAfterSec?: number

  constructor(
    status: HttpErrorStatus,
    code: string,
    message: string,
    more: { field?: string; retryAfterSec?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    if (more.field !== undefined) this.field = more.field
    if (more.retryAfterSec !== undefined) this.retryAfterSec = more.retryAfterSec
  }
}

export function notFound(what: string, id: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `There is no ${what} ${id}.`)
}
