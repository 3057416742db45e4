import type { ListTotals } from '@galla/contract/gateway-api/console-routes'
import type { Page } from '@galla/contract/gateway-api/orders'
import { defined } from '../domain/defined.ts'
import { isStorable } from '../domain/privacy/masking.ts'
import { invalid } from '../errors.ts'
import type { Queries } from './database.ts'

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
export function orderAndLimit(on: Conditions, keyset: Keyset, limit: number | undefined): string {
  return firstRows(on, keyset, limitOf(limit) + 1)
}

function firstRows(on: Conditions, { columns, id, ascending }: Keyset, count: number): string {
  const order = [...columns, id].map((column) => `${quoted(column)}${ascending ? '' : ' desc'}`)
  return `order by ${order.join(', ')} limit ${on.value(count)}`
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

/** All pages of a list. The next is read while the caller works with one, so two are in memory. */
export async function* allPages<Row>(
  readPage: (position: { readonly limit: number; readonly after?: string }) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[], undefined> {
  const read = (after?: string) => readPage({ limit: MAX_LIMIT, ...defined({ after }) })
  let ahead: Promise<Page<Row>> | undefined = read()
  while (ahead) {
    const page: Page<Row> = await ahead
    ahead = page.next === undefined ? undefined : read(page.next)
    // Nobody waits for the page that is read ahead when the caller stops.
    ahead?.catch(() => {})
    yield page.rows
  }
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

/** Rows of a list that are counted at most, so that the count of a long list takes no longer than this. */
const MAX_COUNTED = 10_000

interface CountedList {
  readonly table: string
  readonly filters: Conditions
  /** The order of the list, whose index serves the count as well. */
  readonly keyset: Keyset
  /** SQL of the part that one row has in each figure, in paise. */
  readonly sums: { readonly [figure in 'amount' | 'openAmount']?: string }
}

/** The figures of a filtered list. */
export async function totalsOf(on: Queries, { table, filters, keyset, sums }: CountedList): Promise<ListTotals> {
  const parts = Object.entries(sums).map(([figure, sql]) => `${sql} as "${figure}"`)
  const figures = Object.keys(sums).map((figure) => `coalesce(sum("${figure}"), 0)::bigint as "${figure}"`)
  const { rows } = await on.query<Exclude<ListTotals, { moreThan: number }>>({
    text: `select count(*)::integer as "count", ${figures.join(', ')} from (
        select ${parts.join(', ')} from ${table} ${filters.where} ${firstRows(filters, keyset, MAX_COUNTED + 1)}) listed`,
    values: filters.values,
  })
  const [totals] = rows
  if (!totals) throw new Error('A count has one row')
  return totals.count > MAX_COUNTED ? { moreThan: MAX_COUNTED } : totals
}
