import { invalid } from '../books-error.ts'
import type { Conditions } from './conditions.ts'

const USUAL_LIMIT = 50
const MOST_LIMIT = 500

/** A list's order: by one integer column, newest or greatest first, and by the id where those are equal. */
export interface Keyset {
  readonly column: string
  readonly id: string
  /** How the id is compared. */
  readonly type: 'text' | 'bigint'
}

export interface PageAsked {
  readonly after?: string | undefined
  readonly limit?: string | undefined
}

/** Continues behind the cursor's row: no row is shown twice and none left out, however the books change meanwhile. */
export function startAfter(on: Conditions, { column, id, type }: Keyset, after: string | undefined): void {
  if (after === undefined) return
  const [value, lastId] = readCursor(after)
  const left = `("${column}", "${id}")`
  on.say(`${left} < (${on.value(value)}::bigint, ${on.value(lastId)}::${type})`)
}

/** `order by … limit …`; one row more than the page, to know whether there is another. */
export function orderAndLimit(on: Conditions, { column, id }: Keyset, limit: string | undefined): string {
  return `order by "${column}" desc, "${id}" desc limit ${on.value(limitOf(limit) + 1)}`
}

/** The page, and the cursor behind its last row. */
export function pageOf<Row extends object>(
  rows: readonly Row[],
  { column, id }: Keyset,
  limit: string | undefined,
): { rows: Row[]; next?: string } {
  const shown = rows.slice(0, limitOf(limit))
  const last = shown.at(-1) as { [column: string]: unknown } | undefined
  if (rows.length <= shown.length || !last) return { rows: shown }
  return { rows: shown, next: writeCursor(Number(last[column]), String(last[id])) }
}

export function limitOf(limit: string | undefined): number {
  const wanted = Number(limit ?? USUAL_LIMIT)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST_LIMIT) {
    throw invalid('limit', `must be a whole number from 1 to ${MOST_LIMIT}`)
  }
  return wanted
}

function writeCursor(value: number, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function readCursor(text: string): [number, string] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (
      Array.isArray(read) &&
      Number.isSafeInteger(read[0]) &&
      typeof read[1] === 'string' &&
      !read[1].includes('\0')
    ) {
      return [read[0], read[1]]
    }
  } catch {
    // Said below, with the way out.
  }
  throw invalid('after', 'must be the `next` of a former page of the same list')
}
