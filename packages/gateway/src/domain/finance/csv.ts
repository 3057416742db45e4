import { indianTime } from './indian-time.ts'

/** One line of a CSV file (RFC 4180). A cell that starts like a formula gets a leading quote, so that spreadsheets do not run it. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** A column of a CSV file: its name, and its value of a row. */
export type CsvColumn<Row> = readonly [head: string, read: (row: Row) => unknown]

/** The session of the reader is checked before each chunk. Characters. */
const CHUNK_LENGTH = 131_072

/** A CSV file in chunks of about 128 kB, with a line of names first. Holds one chunk and one page of rows in memory. */
export async function* csvChunks<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, undefined> {
  let chunk = csvLine(columns.map(([head]) => head))
  for await (const rows of pages)
    for (const row of rows) {
      chunk += csvLine(columns.map(([, read]) => read(row)))
      if (chunk.length < CHUNK_LENGTH) continue
      yield chunk
      chunk = ''
    }
  if (chunk !== '') yield chunk
}

/** A text that is written as it is: `-499.00`, or a time. */
export interface Verbatim {
  readonly verbatim: string
}

/** Paise as rupees with two digits. */
export function rupees(paise: number): Verbatim {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return { verbatim: `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** A time as it is in India, with its offset; an empty cell without a time. */
export const timeCell = (atMs: number | undefined, write = indianTime): Verbatim | undefined =>
  atMs === undefined ? undefined : { verbatim: write(atMs) }

/** Leading whitespace and invisible characters too, because some programs drop them. Full-width signs start formulas in East Asian editions. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%\t\r\n＝＋－＠]/u
/**
 * The same inside a cell: to a program that separates by semicolons or tabs, or ends lines at any of Unicode's line ends, quotes in the
 * middle of a cell protect nothing, and may begin a cell of theirs. A row of such characters is read once, from its start.
 */
const BEFORE_SIGN = /(?<![;"\s\p{Cc}\p{Cf}])[;"\s\p{Cc}\p{Cf}]+(?=[=+\-@|%＝＋－＠])/gu
const SEPARATOR = /[;\t\r\n\v\f\u0085\u2028\u2029]/
/** A text without a formula and without a separator, as ids and days are: written as it is. */
const PLAIN = /^\w[\w.:*@+/-]*$/

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object' && 'verbatim' in value) return String(value.verbatim)
  const text = String(value)
  if (PLAIN.test(text)) return text
  const inner = text.replace(BEFORE_SIGN, (row) => (SEPARATOR.test(row) ? `${row}'` : row))
  const safe = `${FORMULA.test(text) ? "'" : ''}${inner}`
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
