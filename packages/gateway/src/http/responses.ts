import type { ProofWay } from '@galla/contract/gateway-api/users'
import type { Context } from 'hono'
import type { GatewayContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { describeError, docsUrlOf, GatewayError, type GatewayErrorCode } from '../errors.ts'
import { lockTimeoutAsBusy, repeatableFailure } from '../services/database-failures.ts'
import type { HttpErrorCode } from './error-codes.ts'

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 421 | 429 | 502

/** An error response of one of the HTTP APIs: `{ code, message, field?, ways?, docsUrl? }`. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: HttpErrorStatus
  readonly code: HttpErrorCode | GatewayErrorCode
  readonly field?: string
  /** Retry after this many seconds. */
  readonly retryAfterSec?: number
  /** Ways in which the person can prove who they are. */
  readonly ways?: readonly ProofWay[]

  constructor(
    status: HttpErrorStatus,
    code: HttpErrorCode | GatewayErrorCode,
    message: string,
    more: { field?: string; retryAfterSec?: number; ways?: readonly ProofWay[] } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    if (more.field !== undefined) this.field = more.field
    if (more.retryAfterSec !== undefined) this.retryAfterSec = more.retryAfterSec
    if (more.ways !== undefined) this.ways = more.ways
  }
}

export function notFound(what: string, id: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `There is no ${what} ${id}.`)
}

/** Headers of every response: no caching, no MIME sniffing, no referrer. */
export const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Headers of the merchant's own APIs: a response that is opened as a page loads nothing. */
export const OWN_HEADERS = { ...HEADERS, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/** An `HttpError` as JSON, for payers: without a link for developers. */
export function errorResponse(c: Context, error: HttpError, headers: Record<string, string>): Response {
  const { status, code, message, field } = error
  const body = { code, message, ...(field === undefined ? {} : { field }) }
  return c.json(body, status, { ...headers, ...retryHeader(error) })
}

const retryHeader = ({ retryAfterSec }: HttpError): Record<string, string> =>
  retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }

/** Headers of a response about an error of the gateway: when to repeat the call, if that helps. */
export const headersOf = ({ code }: GatewayError): Record<string, string> =>
  code === 'BUSY' ? { 'retry-after': '5' } : {}

/** Logs an error that no route expects, with its SQLSTATE or code. Its text is masked. */
export function logUnexpected({ log }: Pick<GatewayContext, 'log'>, error: Error, c: Context, message: string): void {
  const { code } = error as { code?: unknown }
  const reason = typeof code === 'string' ? { reason: code } : {}
  log.error({ ...reason, error: describeError(error), path: c.req.routePath }, message)
}

/** Error handler of the console and of the merchant API. */
export function handleError({ log }: Pick<GatewayContext, 'log'>, thrown: Error, c: Context, at: string): Response {
  const busy = lockTimeoutAsBusy(thrown)
  const failure = repeatableFailure(busy)
  if (failure) logUnexpected({ log }, thrown, c, `Request of the ${at} failed because of the database`)
  const error = failure ?? busy
  if (error instanceof HttpError || error instanceof GatewayError) {
    const { code, message, field, status } = error
    const ways = error instanceof HttpError ? error.ways : undefined
    const problem = error instanceof GatewayError ? error.problem : undefined
    const more = error instanceof HttpError ? retryHeader(error) : headersOf(error)
    const docsUrl = docsUrlOf(code)
    return c.json({ code, message, ...defined({ field, problem, ways }), docsUrl }, status, {
      ...OWN_HEADERS,
      ...more,
    })
  }
  logUnexpected({ log }, error, c, `Request of the ${at} failed`)
  const code = 'INTERNAL'
  return c.json({ code, message: 'Internal error; see the log.', docsUrl: docsUrlOf(code) }, 500, OWN_HEADERS)
}
