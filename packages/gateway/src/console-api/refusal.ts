export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 429 | 502

/** A refusal of the console API: `{ code, message, field? }`. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal'
  readonly status: RefusalStatus
  readonly code: string
  readonly field?: string
  /** Seconds after which it is worth trying again. */
  readonly retryAfterSec?: number

  constructor(
    status: RefusalStatus,
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

export function notThere(what: string, id: string): ConsoleRefusal {
  return new ConsoleRefusal(404, 'NOT_FOUND', `There is no ${what} ${id}.`)
}
