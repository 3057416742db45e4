import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { HttpError } from './responses.ts'

/** What the server in front knows of a request and its headers do not say. */
export interface RequestEnv {
  /** Who asks: wrong passwords and wrong keys are counted by it. */
  Bindings: { address?: string }
}

export const addressOf = (c: Context<RequestEnv>): string => c.env?.address ?? 'unknown'

/** A host of this machine, with its port. */
export const LOOPBACK = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** By which name we were called. */
export const hostOf = ({ headers, url }: Request): string => headers.get('host') ?? new URL(url).host

/** The token in a header `Authorization: Bearer …`. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** What arrives is counted, whatever was announced. Bytes. */
export function limitBody(most: number): MiddlewareHandler {
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', `A body here is at most ${most} bytes.`, { field: 'body' })
  return bodyLimit({ maxSize: most, onError: () => Promise.reject(tooLarge()) })
}

/** A body as its schema says. Only JSON: a form of another site can send the other kinds without asking first. */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError(415, 'NOT_JSON', 'Send JSON, with the header content-type: application/json.')
  }
  return check(await readJson(c, 'The body is no JSON.'), schema)
}

/** `otherwise`: the sentence for a body that is something else. @throws Refusal 400 */
export async function readJson(c: Context, otherwise: string): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new HttpError(400, 'INVALID_REQUEST', otherwise, { field: 'body' })
  }
}

/** @throws Refusal 400 naming the field */
export function check<Value>(given: unknown, schema: z.ZodType<Value>): Value {
  // PostgreSQL's texts cannot hold it, and nobody types it.
  if (JSON.stringify(given)?.includes('\\u0000')) {
    throw new HttpError(400, 'INVALID_REQUEST', 'request: holds a NUL character', { field: 'request' })
  }
  return fit(given, schema, 'request')
}

/** `whole`: the name of what was given, for where no field of it is to blame. @throws Refusal 400 naming the field */
export function fit<Value>(given: unknown, schema: z.ZodType<Value>, whole: string): Value {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || whole
  throw new HttpError(400, 'INVALID_REQUEST', `${field}: ${issue?.message ?? 'is not as expected'}`, { field })
}
