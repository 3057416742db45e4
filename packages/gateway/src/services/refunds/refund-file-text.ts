import { createHash } from 'node:crypto'
import type { FileProblem } from '@galla/contract/gateway-api/file-problems'
import { REFUND_FILE } from '@galla/contract/gateway-api/refund-files'
import Papa from 'papaparse'
import {
  type Columns,
  columnsOf,
  type HeadingProblem,
  identityOf,
  type ReadRow,
  readRows,
} from '../../domain/refunds/file.ts'
import { type GatewayError, invalidFile } from '../../errors.ts'

/** Excel separates by semicolons where a comma is the decimal sign. */
const SEPARATORS = [',', ';', '\t'] as const

/** A first line that names the separator for Excel, which does not show the line. A spreadsheet may have filled it up with cells. */
const SEPARATOR_LINE = /^"?sep=([^\w\n"]?)"?[,;\t|]*(?:\n|$)/i

/** Reads the rows of a CSV file (RFC 4180, with or without a byte order mark and a line `sep=;`). @throws GatewayError INVALID_REQUEST */
export function readRefundFile(text: string): ReadRow[] {
  if (Buffer.byteLength(text) > REFUND_FILE.maxBytes)
    throw invalidFile({ code: 'too-large', limit: 1 }, 'must have at most 1 MiB')
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const [separatorLine = '', named = ''] = SEPARATOR_LINE.exec(lines) ?? []
  const content = lines.slice(separatorLine.length)
  if (content.trim() === '') throw invalidFile({ code: 'empty' }, 'is empty')
  let problem: HeadingProblem | undefined
  for (const separator of named === '' ? SEPARATORS : [named, ...SEPARATORS]) {
    const columns = columnsOf(cellsOf(firstRow(content, separator), separator)[0] ?? [])
    // What is wrong with the heading when it is read by commas says most, unless another sign separates its cells.
    if ('problem' in columns) {
      if (!problem || firstLine(content).includes(separator)) problem = columns
    } else return rowsOf(content, separator, columns)
  }
  throw headingError(problem)
}

const firstLine = (content: string) => content.split('\n', 1)[0] ?? ''

function rowsOf(content: string, separator: string, columns: Columns): ReadRow[] {
  const [, ...cells] = cellsOf(content, separator)
  const wide = cells.findIndex((row) => row.length > REFUND_FILE.maxCells)
  if (wide >= 0)
    throw invalidFile(
      { code: 'unreadable-row', row: wide + 2 },
      `has a row with more than ${REFUND_FILE.maxCells} cells: row ${wide + 2}`,
    )
  const rows = readRows(columns, cells, { byComma: separator === ',' })
  if (rows.length === 0) throw invalidFile({ code: 'empty' }, 'has no row below the heading')
  if (rows.length > REFUND_FILE.maxRows) throw tooManyRows(`${rows.length} rows`)
  return rows
}

/** Rows of a sheet, also empty ones, which take as long to read. */
const MAX_LINES = REFUND_FILE.maxRows * 10

/** Rows of cells, without the empty ones at their ends. @throws GatewayError INVALID_REQUEST */
function cellsOf(content: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let quotes: number | undefined
  const { strayRow } = scanRows(content, delimiter)
  if (strayRow !== undefined) throw unmatchedQuotes(strayRow)
  Papa.parse<string[]>(content, {
    delimiter,
    newline: '\n',
    header: false,
    step({ data: cells, errors }, parser) {
      if (errors.some(({ type }) => type === 'Quotes')) quotes ??= rows.length + 1
      while (cells.at(-1)?.trim() === '') cells.pop()
      rows.push(cells)
      if (rows.length > MAX_LINES) parser.abort()
    },
  })
  if (rows.length > MAX_LINES) throw tooManyRows(`more than ${MAX_LINES} lines`)
  if (quotes !== undefined) throw unmatchedQuotes(quotes)
  return rows
}

const tooManyRows = (found: string): GatewayError =>
  invalidFile(
    { code: 'too-many-rows', limit: REFUND_FILE.maxRows },
    `has ${found}; a file may have ${REFUND_FILE.maxRows} rows`,
  )

const unmatchedQuotes = (row: number): GatewayError =>
  invalidFile({ code: 'quotes', row }, `has quotes that do not match in row ${row}: nothing was read`)

/** The first row, whose cells may have line breaks in quotes. */
const firstRow = (content: string, delimiter: string): string =>
  content.slice(0, scanRows(content, delimiter, { maxRows: 1 }).end)

/**
 * Reads over rows. `strayRow` is the first in which a cell's closing quote is missing, or is followed by something else than blanks and the
 * end of the cell. Papa Parse reports it, too, but goes on: at each such quote it trims what is left of the line, which for a file of one MiB
 * takes minutes. `end` is the end of the last row that was read.
 */
function scanRows(
  content: string,
  delimiter: string,
  { maxRows = Number.POSITIVE_INFINITY } = {},
): { readonly strayRow?: number; readonly end: number } {
  const isEnd = (at: number) => at >= content.length || content[at] === delimiter || content[at] === '\n'
  let row = 1
  for (let at = 0; at < content.length; at += 1) {
    if (content[at] === '"') {
      const closing = closingQuote(content, at)
      if (closing < 0) return { strayRow: row, end: content.length }
      at = closing + 1
      while (!isEnd(at) && content[at]?.trim() === '') at += 1
      if (!isEnd(at)) return { strayRow: row, end: content.length }
    } else while (!isEnd(at)) at += 1
    if (content[at] !== '\n') continue
    if (row === maxRows) return { end: at }
    row += 1
  }
  return { end: content.length }
}

/** Returns the index of the closing quote of the cell that begins at `start`; -1 without a closing quote. */
function closingQuote(content: string, start: number): number {
  let at = content.indexOf('"', start + 1)
  while (at >= 0 && content[at + 1] === '"') at = content.indexOf('"', at + 2)
  return at
}

const FILE_PROBLEMS = {
  'no-order-column': { code: 'missing-column', column: 'merchantOrderId' },
  'two-columns': { code: 'column-twice' },
  'unit-of-amount': { code: 'unit-of-amount' },
  'unknown-column': { code: 'unknown-column' },
} as const satisfies { readonly [Problem in HeadingProblem['problem']]: FileProblem }

function headingError({ problem, column = '' }: HeadingProblem = { problem: 'no-order-column' }): GatewayError {
  const name = JSON.stringify(column.slice(0, 60))
  const known = 'merchantOrderId, amount in rupees or amount in paise, reason, note, reference'
  const sentences = {
    'no-order-column': `needs a heading with a column merchantOrderId; known columns: ${known}`,
    'two-columns': `has two columns with the same meaning: ${name}`,
    'unit-of-amount': `has a column ${name}: name it "amount in rupees" or "amount in paise", because nothing else states the unit`,
    'unknown-column': `has an unknown column ${name}; known columns: ${known}`,
  }
  return invalidFile({ ...FILE_PROBLEMS[problem], ...(column && { column: column.slice(0, 60) }) }, sentences[problem])
}

/** SHA-256 of the file as it was sent, in hex. */
export const digestOfFile = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The id of a row's refund: the same in every file, so that no row is refunded twice. */
export const refundIdOfRow = (row: Parameters<typeof identityOf>[0]): string =>
  `file-${createHash('sha256').update(identityOf(row)).digest('hex').slice(0, 40)}`
