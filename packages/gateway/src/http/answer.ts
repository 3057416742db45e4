import type { Context } from 'hono'
import { GatewayError } from '../errors.ts'
import type { GatewayContext } from '../context.ts'
import { HttpError } from './refusal.ts'

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
