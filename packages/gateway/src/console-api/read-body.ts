import type { Context } from 'hono'
import type { z } from 'zod'
import { ConsoleRefusal } from './refusal.ts'

/** A body as its schema says. Only JSON: a form of another site can send the other kinds without asking first. */
export async function readBody<Body>(c: Context, schema: z.ZodType<Body>): Promise<Body> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new ConsoleRefusal(415, 'NOT_JSON', 'Send JSON, with the header content-type: application/json.')
  }
  let read: unknown
  try {
    read = JSON.parse(await c.req.text())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ConsoleRefusal(400, 'INVALID_REQUEST', 'The body is no JSON.', { field: 'body' })
  }
  return check(read, schema)
}

/** @throws ConsoleRefusal 400 naming the field */
export function check<Value>(given: unknown, schema: z.ZodType<Value>): Value {
  // PostgreSQL's texts cannot hold it, and nobody types it.
  if (JSON.stringify(given)?.includes('\\u0000')) {
    throw new ConsoleRefusal(400, 'INVALID_REQUEST', 'request: holds a NUL character', { field: 'request' })
  }
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'request'
  throw new ConsoleRefusal(400, 'INVALID_REQUEST', `${field}: ${issue?.message ?? 'is not as expected'}`, { field })
}
