import { BANK_STATEMENT_FILE, type ImportedBankStatement } from '@galla/contract/gateway-api/bank-statements'
import Papa from 'papaparse'
import {
  columnsOfStatement,
  NEITHER,
  oversizeOf,
  readStatementRow,
  rowWithoutSign,
  type StatementColumns,
  type StatementRow,
} from '../../domain/statements/csv-statement.ts'
import type { StatementLine } from '../../domain/statements/statement-line.ts'
import { type GatewayError, invalidFile } from '../../errors.ts'
import { refuseOtherFile } from '../finance/imported-files.ts'
import { readCamt } from './read-camt.ts'

/** The lines of a file, without their narration. */
export interface ReadStatement extends Pick<ImportedBankStatement, 'format' | 'columns' | 'fromDay' | 'toDay'> {
  readonly lines: readonly StatementLine[]
}

/** Rows that are parsed in one turn of the event loop. */
const SLICE = 2_000
/** Rows of a file, with empty ones and headings of pages. */
const MAX_ROWS = 4 * BANK_STATEMENT_FILE.maxLines
/** Rows above the heading: the name and the address of the account. */
const MAX_ROWS_ABOVE = 60

/**
 * Reads a bank statement: camt.053, or CSV whose columns are found by their names. Other work of the process goes on meanwhile.
 * @throws GatewayError INVALID_REQUEST with what is wrong with the file
 */
export async function readStatement(given: string): Promise<ReadStatement> {
  const text = given.replace(/^\uFEFF/, '')
  refuseOtherFile(text)
  const read = /^\s*</.test(text)
    ? { format: 'camt.053' as const, columns: {}, lines: await readCamt(text) }
    : { format: 'csv' as const, ...(await readCsv(text)) }
  const days = read.lines.map(({ day }) => day).sort()
  const [fromDay, toDay] = [days[0], days.at(-1)]
  if (fromDay === undefined || toDay === undefined)
    throw invalidFile({ code: 'empty' }, 'has no transaction with a date and an amount')
  if (read.lines.length > BANK_STATEMENT_FILE.maxLines) throw tooManyRows(BANK_STATEMENT_FILE.maxLines, 'lines')
  return { ...read, fromDay, toDay }
}

async function readCsv(text: string): Promise<Pick<ReadStatement, 'columns' | 'lines'>> {
  const transactions: StatementRow[] = []
  let columns: StatementColumns | undefined
  let problem: ReturnType<typeof columnsOfStatement> | undefined
  let row = 0
  for await (const rows of rowsOf(text)) {
    for (const cells of rows) {
      row += 1
      if (row > MAX_ROWS) throw tooManyRows(MAX_ROWS, 'rows')
      const oversize = oversizeOf(cells)
      if (oversize) throw rowError(row, oversize)
      if (columns) {
        const read = readStatementRow(columns, cells, row)
        if (typeof read === 'string') throw rowError(row, read)
        if (read) transactions.push(read)
        // Each page may have a heading of its own.
        const next = read ? undefined : columnsOfStatement(cells)
        if (next && 'at' in next) columns = next
        continue
      }
      const found = columnsOfStatement(cells)
      if ('at' in found) columns = found
      else if (row > MAX_ROWS_ABOVE) throw headingError(problem)
      // A row that has some of the columns says more than a row that has none.
      else if (!('missing' in found && found.missing === 'Date')) problem ??= found
    }
  }
  if (!columns) throw headingError(problem)
  const unsigned = rowWithoutSign(transactions)
  if (unsigned)
    throw rowError(
      unsigned.line.line,
      `${NEITHER}: download a statement with columns of credits and debits, or with a column Cr/Dr`,
    )
  return { columns: columns.named, lines: transactions.map(({ line }) => line) }
}

const rowError = (row: number, reason: string): GatewayError =>
  invalidFile(
    { code: 'unreadable-row', row },
    `has a row that cannot be read: row ${row} ${reason}. Nothing was stored`,
  )

const tooManyRows = (limit: number, what: string): GatewayError =>
  invalidFile({ code: 'too-many-rows', limit }, `has more than ${limit} ${what}: import shorter periods`)

function headingError(problem: ReturnType<typeof columnsOfStatement> | undefined): GatewayError {
  if (problem && 'twice' in problem)
    return invalidFile(
      { code: 'column-twice', column: problem.twice },
      `has a column twice: ${problem.twice}. Remove one`,
    )
  const missing = problem && 'missing' in problem ? problem.missing : 'Date'
  return invalidFile(
    { code: 'missing-column', column: missing },
    `has no column ${missing} in a heading: download the statement of the bank as CSV`,
  )
}

/** Rows of a CSV file in slices; the separator is found. @throws GatewayError INVALID_REQUEST for quotes that do not match */
async function* rowsOf(text: string): AsyncGenerator<string[][]> {
  const found = Papa.parse<string[]>(text.slice(0, SLICE * 100), { preview: MAX_ROWS_ABOVE })
  const { delimiter, linebreak: newline } = found.meta
  for (let at = 0; at < text.length; ) {
    const { data, errors, meta } = Papa.parse<string[]>(text.slice(at), {
      ...{ delimiter, newline: newline as '\n', preview: SLICE, fastMode: false },
    })
    if (errors.some(({ type }) => type === 'Quotes'))
      throw invalidFile({ code: 'quotes' }, 'has quotes that do not match: nothing was read')
    yield data
    if (meta.cursor <= 0) return
    at += meta.cursor
    await new Promise(setImmediate)
  }
}
