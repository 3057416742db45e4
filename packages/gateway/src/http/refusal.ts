export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 429 | 502

/** What one of our APIs says no with: `{ code, message, field? }`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
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

export function notThere(what: string, id: string): Refusal {
  return new Refusal(404, 'NOT_FOUND', `There is no ${what} ${id}.`)
}
