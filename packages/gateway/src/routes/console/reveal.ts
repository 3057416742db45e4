import { z } from 'zod'
import { HttpError, notFound } from '../../http/responses.ts'
import { writeAudit } from '../../storage/audit.ts'
import type { Queries } from '../../storage/database.ts'
import type { Route } from './routes.ts'

const WHERE = {
  callback: { table: 'callbacks', id: 'callbackId', type: 'bigint' },
  order: { table: 'orders', id: 'merchantOrderId', type: 'text' },
  refund: { table: 'refunds', id: 'merchantRefundId', type: 'text' },
} as const

/** A dotted path into the stored row: `request.metaInfo.udf1`, `body.payload.amount`. */
const PATH = z.string().regex(/^\w{1,60}(?:\.\w{1,60}){0,9}$/, 'must be names with dots between them')

/** Shows what the database keep and the pages mask, and writes down who was looked at. What was masked at rest is masked for good. */
export const reveal: Route<'POST /reveal'> = {
  body: z.strictObject({
    kind: z.enum(['callback', 'order', 'refund']),
    id: z.string().regex(/^[\w-]{1,63}$/),
    path: PATH,
  }),
  async answer({ desk: { context }, body: { kind, id, path } }) {
    const row = await readRow(context.database, kind, id)
    if (!row) throw notFound(kind, id)
    const found = valueAt(row, path)
    const what = 'value' in found ? 'revealed' : 'could not reveal'
    // Before the answer: what could not be written down is not shown.
    await writeAudit(context.database, { atMs: context.clock.now(), what, kind, id, detail: path })
    if ('value' in found) return found
    throw new HttpError(404, 'NOT_KEPT', found.why, { field: 'path' })
  },
}

function valueAt(row: object, path: string): { value: string } | { why: string } {
  const value = path.split('.').reduce<unknown>(inside, row)
  if (value === undefined || value === null || typeof value === 'object')
    return { why: 'The gateway hold no such value.' }
  const text = String(value)
  return text.includes('****') ? { why: 'Only the masked form was ever written down.' } : { value: text }
}

async function readRow(on: Queries, kind: keyof typeof WHERE, id: string): Promise<object | undefined> {
  const { table, id: column, type } = WHERE[kind]
  if (type === 'bigint' && !/^\d{1,15}$/.test(id)) return undefined
  const { rows } = await on.query<object>({
    text: `select * from galla.${table} where "${column}" = $1::${type}`,
    values: [id],
  })
  return rows[0]
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { [name: string]: unknown })[name]
    : undefined
}
