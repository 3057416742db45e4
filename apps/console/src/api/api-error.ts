/** A refusal of the console API, or of the sandbox behind it, in its own words. `status` 0: nobody answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The field of the form that was wrong. */
  readonly field?: string
  /** Seconds after which it is worth trying again. */
  readonly retryAfterSec?: number

  constructor(
    status: number,
    code: string,
    message: string,
    more: { field?: string | undefined; retryAfterSec?: number | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    if (more.field !== undefined) this.field = more.field
    if (more.retryAfterSec !== undefined) this.retryAfterSec = more.retryAfterSec
  }
}

/** The refusal in a reply's body; a body that is none says only its status. */
export function readRefusal(status: number, body: unknown, retryAfter: string | null): ApiError {
  const { code, message, field } = (typeof body === 'object' && body !== null ? body : {}) as {
    [name: string]: unknown
  }
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'UNREADABLE',
    typeof message === 'string' ? message : `The books answered ${status}, without a reason.`,
    { field: typeof field === 'string' ? field : undefined, retryAfterSec: seconds },
  )
}
