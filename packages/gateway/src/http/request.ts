import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { HttpError } from './responses.ts'

/** Who sent a request. */
export interface ClientAddress {
  /** IP address of the client; wrong keys and passwords are counted by it. */
  address?: string
}

/** What the host server knows about a request beyond its headers. */
export interface RequestEnv {
  /** The client's address; wrong passwords and keys are counted by it. */
  Bindings: { address?: string }
}

export const addressOf = (c: Context<RequestEnv>): string => c.env?.address ?? 'unknown'

/** The host name that the client used. */
export const hostOf = ({ headers, url }: Request): string => headers.get('host') ?? new URL(url).host

/** The token in a header `Authorization: Bearer …`. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** Limits the bytes received, whatever `content-length` says. */
export function limitBody(most: number): MiddlewareHandler {
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', `The body may have at most ${most} bytes.`, { field: 'body' })
  return bodyLimit({ maxSize: most, onError: () => Promise.reject(tooLarge()) })
}

/** Parses and validates a JSON body. Other types are refused: another site's form can send them without a preflight request. */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError(415, 'NOT_JSON', 'Send JSON, with the header content-type: application/json.')
  }
  return check(await readJson(c, 'The body is not valid JSON.'), schema)
}

/** @param otherwise message for a body that is not JSON. @throws HttpError 400 */
export async function readJson(c: Context, otherwise: string): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new HttpError(400, 'INVALID_REQUEST', otherwise, { field: 'body' })
  }
}

/** Validates a value. @throws HttpError 400 naming the field */
export function check<Value>(given: unknown, schema: z.ZodType<Value>): Value {
  // PostgreSQL's text type cannot hold NUL.
  if (JSON.stringify(given)?.includes('\\u0000')) {
    throw new HttpError(400, 'INVALID_REQUEST', 'request: must not contain a NUL character', { field: 'request' })
  }
  return fit(given, schema, 'request')
}

/** @param whole name of the value, for an error that is not about one of its fields. @throws HttpError 400 naming the field */
export function fit<Value>(given: unknown, schema: z.ZodType<Value>, whole: string): Value {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || whole
  throw new HttpError(400, 'INVALID_REQUEST', `${field}: ${issue?.message ?? 'is invalid'}`, { field })
}
