import { invalid } from '../errors.ts'

/** Conditions of a `where` that are put together by what was filters for. Values travel beside the text, never in it. */
export interface Conditions {
  /** `sql` holds one `?` for the value. A value that is undefined adds nothing. */
  add(sql: string, value: unknown): void
  /** For a condition without a value. */
  addRaw(sql: string): void
  /** A value for a place outside the conditions, such as a limit: its `$n`. */
  value(value: unknown): string
  readonly where: string
  readonly values: readonly unknown[]
}

export function conditions(): Conditions {
  const clauses: string[] = []
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  return {
    add(sql, one) {
      if (one !== undefined) clauses.push(sql.replace('?', value(one)))
    },
    addRaw: (sql) => void clauses.push(sql),
    value,
    get where() {
      return clauses.length === 0 ? '' : `where ${clauses.join(' and ')}`
    },
    values,
  }
}

/**
 * The ids of all rows about an order or a refund, gathered before anything else. Asked with an `or`, the planner would rather
 * walk all rows by time until it has met enough that fit, which for an id is all of them.
 */
export function idsAbout(table: string, id: string, value: string): string {
  const by = (column: string) => `select "${id}" from ${table} where "${column}" = ${value}`
  return `array(${by('merchantOrderId')} union all ${by('merchantRefundId')})`
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500

/** A list's order: by integer columns, newest or greatest first, and by the id where those are equal. An index has the same order. */
export interface Keyset {
  readonly columns: readonly string[]
  readonly id: string
  /** How the id is compared. */
  readonly type: 'text' | 'bigint'
}

export interface PageQuery {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** Continues behind the cursor's row: no row is shown twice and none left out, however the database change meanwhile. */
export function startAfter(on: Conditions, { columns, id, type }: Keyset, after: string | undefined): void {
  if (after === undefined) return
  const { numbers, lastId } = readCursor(after, columns.length)
  const last = [...numbers.map((one) => `${on.value(one)}::bigint`), `${on.value(lastId)}::${type}`]
  on.addRaw(`(${[...columns, id].map(quoted).join(', ')}) < (${last.join(', ')})`)
}

/** `order by … limit …`; one row more than the page, to know whether there is another. */
export function orderAndLimit(on: Conditions, { columns, id }: Keyset, limit: number | undefined): string {
  const order = [...columns, id].map((column) => `${quoted(column)} desc`)
  return `order by ${order.join(', ')} limit ${on.value(limitOf(limit) + 1)}`
}

const quoted = (column: string) => `"${column}"`

/** The page, and the cursor behind its last row. */
export function pageOf<Row extends object>(
  rows: readonly Row[],
  { columns, id }: Keyset,
  limit: number | undefined,
): { rows: Row[]; next?: string } {
  const shown = rows.slice(0, limitOf(limit))
  const last = shown.at(-1) as { [column: string]: unknown } | undefined
  if (rows.length <= shown.length || !last) return { rows: shown }
  const cursor = [...columns.map((column) => Number(last[column])), String(last[id])]
  return { rows: shown, next: Buffer.from(JSON.stringify(cursor)).toString('base64url') }
}

export function limitOf(limit: number | undefined): number {
  const wanted = limit ?? DEFAULT_LIMIT
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_LIMIT) {
    throw invalid('limit', `must be a whole number from 1 to ${MAX_LIMIT}`)
  }
  return wanted
}

function readCursor(text: string, count: number): { numbers: readonly number[]; lastId: string } {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(read) && read.length === count + 1) {
      const numbers = read.slice(0, count)
      const lastId: unknown = read[count]
      if (numbers.every(Number.isSafeInteger) && typeof lastId === 'string' && !lastId.includes('\0'))
        return { numbers, lastId }
    }
  } catch {
    // Said below, with the way out.
  }
  throw invalid('after', 'must be the `next` of a former page of the same list')
}
