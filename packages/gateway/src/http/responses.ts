import type { Context } from 'hono'
import type { GatewayContext } from '../context.ts'
import { GatewayError } from '../errors.ts'

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

/** Of every answer: it is kept nowhere, is what it says it is, and its address is told to nobody. */
export const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Of what only the merchant may read: opened as a page, it is none. */
export const OWN_HEADERS = { ...HEADERS, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/** A refusal as JSON. */
export function errorResponse(c: Context, refusal: HttpError, headers: Record<string, string>): Response {
  const { status, code, message, field, retryAfterSec } = refusal
  const more = retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }
  return c.json({ code, message, ...(field === undefined ? {} : { field }) }, status, { ...headers, ...more })
}

/** What every API of the merchant's own answers when it says no. */
export function handleError({ log }: Pick<GatewayContext, 'log'>, error: Error, c: Context, at: string): Response {
  if (error instanceof HttpError) return errorResponse(c, error, OWN_HEADERS)
  if (error instanceof GatewayError) {
    const { code, message, field, status } = error
    return c.json({ code, message, ...(field === undefined ? {} : { field }) }, status, OWN_HEADERS)
  }
  log.error({ error: error.name, path: c.req.routePath }, `A request of the ${at} broke`)
  return c.json({ code: 'INTERNAL', message: 'Something broke on our side; the log says what.' }, 500, OWN_HEADERS)
}
