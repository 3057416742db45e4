import type { z } from 'zod'
import { HttpError } from './refusal.ts'

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
