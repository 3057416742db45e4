import { createHash } from 'node:crypto'
import {
  type Counted,
  type ImportedSettlements,
  type ImportSettlements,
  SETTLEMENT_FILE,
  type SettlementLine,
} from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import Papa from 'papaparse'
import type { GatewayContext } from '../../context.ts'
import {
  columnsOfReport,
  identityOfLine,
  type ReportColumns,
  type ReportRow,
  readReportRow,
  toLines,
} from '../../domain/settlements/report-file.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import {
  countKnown,
  insertLines,
  insertReport,
  type KeyedLine,
  settlementsOf,
} from '../../storage/settlements/report-lines.ts'
import { nameSettlements, tieLines } from '../../storage/settlements/settlements.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'
import { checkStorable } from '../validation.ts'
import { countFindings } from './watch-settlements.ts'

/** Rows of one transaction. */
const CHUNK = 5_000
const MAX_PROBLEMS = 20
const MAX_GROUPS = 100

/**
 * Imports the settlement report of the provider's dashboard. The same file, or one that overlaps with it, changes nothing; an import that broke off is
 * repeated. With `preview` nothing is stored.
 * @param onProgress called with the rows that are done and all rows
 * @throws GatewayError INVALID_REQUEST with what is wrong with the file; nothing is stored then
 */
export async function importReport(
  context: Pick<GatewayContext, 'database' | 'clock' | 'actor' | 'closing' | 'policy' | 'log'>,
  given: ImportSettlements,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<ImportedSettlements> {
  const { name, text, preview = false, feeSign } = checkImport(given)
  const { columns, rows, problems } = readReport(text)
  const lines = keyedLines(toLines(rows, feeSign))
  const { database, clock } = context
  const found = {
    name,
    rows: rows.length + problems.length,
    ...sumsOf(lines),
    columns: columns.named,
    problems: problems.slice(0, MAX_PROBLEMS),
  }
  const summary = async (stored: number, known: number): Promise<ImportedSettlements> => ({
    ...found,
    stored,
    known,
    settlements: await settlementsOf(database, groupsOf(lines).slice(0, MAX_GROUPS)),
  })
  if (preview || problems.length > 0) {
    const known = await countKnown(
      database,
      lines.map(({ lineKey }) => lineKey),
    )
    if (!preview)
      throw invalid(
        'text',
        `has a row that cannot be read: row ${problems[0]?.line} ${problems[0]?.problem}. Nothing was stored`,
      )
    return summary(0, known)
  }
  const nowMs = clock.now()
  const named = [...new Set(lines.flatMap(({ settlementId }) => settlementId ?? []))]
  // Settlements that only the report names are read from the provider next.
  if (named.length > 0) await nameUnknown(database, named, nowMs)
  const digest = createHash('sha256').update(text).digest('hex')
  const reportId = await insertReport(database, { name, digest, importedBy: context.actor?.who, nowMs })
  let stored = 0
  for (let at = 0; at < lines.length; at += CHUNK) {
    if (context.closing())
      throw new GatewayError('SHUTTING_DOWN', `The import stopped after ${at} rows: import the file again`)
    stored += await inWholeTables(database, (tx) => insertLines(tx, reportId, lines.slice(at, at + CHUNK), clock.now()))
    onProgress(Math.min(at + CHUNK, lines.length), lines.length)
  }
  await inWholeTables(database, tieLines)
  await writeAudit(context, {
    atMs: nowMs,
    what: 'imported',
    kind: 'settlement-report',
    id: String(reportId),
    detail: name,
    after: { stored },
  })
  await countFindings(context)
  return summary(stored, lines.length - stored)
}

const nameUnknown = (database: GatewayContext['database'], ids: readonly string[], nowMs: number) =>
  nameSettlements(
    database,
    ids.map((settlementId) => ({ settlementId, state: 'UNKNOWN', utr: undefined })),
    nowMs,
  )

function checkImport(given: ImportSettlements): ImportSettlements {
  const { name, text, preview, feeSign } = given ?? {}
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200)
    throw invalid('name', 'must be the name of the file, at most 200 characters')
  checkStorable(name, 'name')
  if (typeof text !== 'string') throw invalid('text', 'must be the content of the CSV file, as a string')
  if (Buffer.byteLength(text) > SETTLEMENT_FILE.maxBytes) throw invalid('text', 'must have at most 64 MiB')
  checkStorable(text, 'text')
  if (preview !== undefined && typeof preview !== 'boolean') throw invalid('preview', 'must be true or false')
  if (feeSign !== undefined && feeSign !== 'positive' && feeSign !== 'negative')
    throw invalid('feeSign', 'must be positive or negative: the sign that a fee has in the file when you pay it')
  return given
}

interface ReadReport {
  readonly columns: ReportColumns
  readonly rows: readonly ReportRow[]
  readonly problems: ImportedSettlements['problems']
}

/** Reads a CSV file: the separator is found, cells may be quoted. Lines above the heading are skipped. */
function readReport(text: string): ReadReport {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) throw invalid('text', `has quotes that do not match in row ${(broken.row ?? 0) + 1}: nothing was read`)
  const at = data.slice(0, 20).findIndex((cells) => !('missing' in columnsOfReport(cells)))
  const columns = columnsOfReport(data[Math.max(at, 0)] ?? [])
  if ('twice' in columns) throw invalid('text', `has a column twice: ${columns.twice}. Remove one`)
  if ('missing' in columns) throw headingError(columns.missing)
  if (data.length - at - 1 > SETTLEMENT_FILE.maxRows)
    throw invalid('text', `has more than ${SETTLEMENT_FILE.maxRows} rows: split the file`)
  const rows: ReportRow[] = []
  const problems: ImportedSettlements['problems'] = []
  for (let index = at + 1; index < data.length; index += 1) {
    const row = readReportRow(columns, data[index] ?? [], index + 1)
    if (typeof row === 'string') problems.push({ line: index + 1, problem: row })
    else if (row) rows.push(row)
  }
  if (rows.length + problems.length === 0) throw invalid('text', 'has no completed transaction below the heading')
  return { columns, rows, problems }
}

const EXAMPLES = {
  amount: 'transaction_amount or Amount',
  type: 'transaction_type or PaymentType',
  order: 'merchant_order_id or MerchantReferenceId',
} as const

const headingError = (missing: string): GatewayError =>
  invalid(
    'text',
    `has no column ${EXAMPLES[missing as keyof typeof EXAMPLES]}: export the settlement report of the dashboard as CSV`,
  )

/** Each row with its key. Equal rows of a file differ by their number. */
function keyedLines(lines: readonly SettlementLine[]): KeyedLine[] {
  const occurrences = new Map<string, number>()
  return lines.map((line) => {
    const same = identityOfLine(line, 0)
    const occurrence = occurrences.get(same) ?? 0
    occurrences.set(same, occurrence + 1)
    const lineKey = createHash('sha256').update(identityOfLine(line, occurrence)).digest('base64url')
    return { ...line, lineKey }
  })
}

function sumsOf(
  lines: readonly SettlementLine[],
): Pick<ImportedSettlements, 'payments' | 'refunds' | 'deductions' | 'fees' | 'taxes'> {
  const sum = (of: (line: SettlementLine) => number) => lines.reduce((total, line) => total + of(line), 0) as Paise
  const counted = (kind: SettlementLine['kind'], sign: 1 | -1): Counted => ({
    count: lines.filter((line) => line.kind === kind).length,
    amount: sum((line) => (line.kind === kind ? sign * line.amount : 0)) as Paise,
  })
  return {
    payments: counted('payment', 1),
    refunds: counted('refund', -1),
    deductions: counted('deduction', -1),
    fees: sum(({ fee }) => fee),
    taxes: sum(({ tax }) => tax),
  }
}

/** Sums of the rows by what names their settlement. */
function groupsOf(lines: readonly SettlementLine[]): ImportedSettlements['settlements'] {
  const groups = new Map<string, ImportedSettlements['settlements'][number]>()
  for (const { settlementId, utr, settledOn, amount, fee, tax } of lines) {
    const key = settlementId ?? utr ?? settledOn ?? ''
    const group = groups.get(key) ?? {
      ...(settlementId !== undefined && { settlementId }),
      ...(utr !== undefined && { utr }),
      ...(settledOn !== undefined && { settledOn }),
      sum: 0 as Paise,
    }
    group.sum = (group.sum + amount - fee - tax) as Paise
    groups.set(key, group)
  }
  return [...groups.values()]
}
