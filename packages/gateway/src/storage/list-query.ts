import { isStorable } from '../domain/privacy/masking.ts'
import { invalid } from '../errors.ts'

/** Builds the conditions of a `where` from a query's filters. Values are parameters, never part of the text. */
export interface Conditions {
  /** Adds a condition whose one `?` stands for the value; an undefined value adds nothing. */
  add(sql: string, value: unknown): void
  /** Adds a condition without a value. */
  addRaw(sql: string): void
  /** Adds a parameter for use outside the conditions, such as a limit, and returns its `$n`. */
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
 * SQL for the ids of all rows of an order or refund, read from their indexes first. With an `or`, the planner would scan all rows by
 * time until the page is full, which for a rare id means the whole table.
 */
export function idsAbout(table: string, id: string, value: string): string {
  const by = (column: string) => `select "${id}" from ${table} where "${column}" = ${value}`
  return `array(${by('merchantOrderId')} union all ${by('merchantRefundId')})`
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500

/** The sort order of a list: integer columns, then the id, descending unless `ascending`. An index has the same order. */
export interface Keyset {
  readonly columns: readonly string[]
  readonly id: string
  /** SQL type of the id. */
  readonly type: 'text' | 'bigint'
  readonly ascending?: boolean
}

export interface PageQuery {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** Continues after the cursor's row: pages neither repeat nor skip a row when rows are added meanwhile. */
export function startAfter(on: Conditions, { columns, id, type, ascending }: Keyset, after: string | undefined): void {
  if (after === undefined) return
  const { numbers, lastId } = readCursor(after, columns.length, type)
  const last = [...numbers.map((one) => `${on.value(one)}::bigint`), `${on.value(lastId)}::${type}`]
  on.addRaw(`(${[...columns, id].map(quoted).join(', ')}) ${ascending ? '>' : '<'} (${last.join(', ')})`)
}

/** `order by … limit …` with one row more than the page, which tells whether another page exists. */
export function orderAndLimit(on: Conditions, { columns, id, ascending }: Keyset, limit: number | undefined): string {
  const order = [...columns, id].map((column) => `${quoted(column)}${ascending ? '' : ' desc'}`)
  return `order by ${order.join(', ')} limit ${on.value(limitOf(limit) + 1)}`
}

const quoted = (column: string) => `"${column}"`

/** The page, and the cursor of the next one. */
export function pageOf<Row extends object>(
  rows: readonly Row[],
  { columns, id }: Keyset,
  limit: number | undefined,
): { rows: Row[]; next?: string } {
  const page = rows.slice(0, limitOf(limit))
  const last = page.at(-1) as { [column: string]: unknown } | undefined
  if (rows.length <= page.length || !last) return { rows: page }
  const cursor = [...columns.map((column) => Number(last[column])), String(last[id])]
  return { rows: page, next: Buffer.from(JSON.stringify(cursor)).toString('base64url') }
}

export function limitOf(limit: number | undefined): number {
  const wanted = limit ?? DEFAULT_LIMIT
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_LIMIT) {
    throw invalid('limit', `must be an integer from 1 to ${MAX_LIMIT}`)
  }
  return wanted
}

/** Checks for ids that PostgreSQL accepts for the type. */
const ID_OF = {
  text: (id: string) => isStorable(id) && id.length <= 500,
  bigint: (id: string) => /^\d{1,18}$/.test(id),
}

function readCursor(text: string, count: number, type: Keyset['type']): { numbers: readonly number[]; lastId: string } {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(read) && read.length === count + 1) {
      const numbers = read.slice(0, count)
      const lastId: unknown = read[count]
      if (numbers.every(Number.isSafeInteger) && typeof lastId === 'string' && ID_OF[type](lastId))
        return { numbers, lastId }
    }
  } catch {
    // Reported below, like every other malformed cursor.
  }
  throw invalid('after', 'must be the `next` of an earlier page of the same list')
}
