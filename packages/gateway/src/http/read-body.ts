import type { Context } from 'hono'
import type { z } from 'zod'
import { check } from './check.ts'
import { HttpError } from './refusal.ts'

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
