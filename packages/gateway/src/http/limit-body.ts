import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HttpError } from './refusal.ts'

/** What arrives is counted, whatever was announced. Bytes. */
export function limitBody(most: number): MiddlewareHandler {
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', `A body here is at most ${most} bytes.`, { field: 'body' })
  return bodyLimit({ maxSize: most, onError: () => Promise.reject(tooLarge()) })
}
