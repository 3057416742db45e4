import { z } from 'zod'
import { HttpError, notFound } from '../../http/responses.ts'
import { writeAudit } from '../../storage/audit.ts'
import { readStoredRow } from '../../storage/search.ts'
import type { HandlersOf } from './context.ts'

/** Path into the stored row: `request.metaInfo.udf1`, `body.payload.amount`. */
const PATH = z.string().regex(/^\w{1,60}(?:\.\w{1,60}){0,9}$/, 'must be up to 10 names separated by dots')

/** Shows one stored value that the pages mask, and records it in the audit log. What is masked in the database cannot be revealed. */
export const revealRoutes = {
  'POST /reveal': {
    body: z.strictObject({
      kind: z.enum(['callback', 'order', 'refund']),
      id: z.string().regex(/^[\w-]{1,63}$/),
      path: PATH,
    }),
    async answer({ context: { gateway }, body: { kind, id, path } }) {
      const row = await readStoredRow(gateway.database, kind, id)
      if (!row) throw notFound(kind, id)
      const found = valueAt(row, path)
      const what = 'value' in found ? 'revealed' : 'could not reveal'
      // Audit first: a value whose reveal cannot be recorded is not shown.
      await writeAudit(gateway.database, { atMs: gateway.clock.now(), what, kind, id, detail: path })
      if ('value' in found) return found
      throw new HttpError(404, 'NOT_KEPT', found.why, { field: 'path' })
    },
  },
} satisfies HandlersOf<'POST /reveal'>

function valueAt(row: object, path: string): { value: string } | { why: string } {
  const value = path.split('.').reduce<unknown>(inside, row)
  if (value === undefined || value === null || typeof value === 'object') return { why: 'No such value is stored.' }
  const text = String(value)
  return text.includes('****') ? { why: 'Only the masked form is stored.' } : { value: text }
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { [name: string]: unknown })[name]
    : undefined
}
