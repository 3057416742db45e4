import {
  type ImportedSettlements,
  type ImportSettlements,
  SETTLEMENT_FILE,
} from '@galla/contract/gateway-api/settlements'
import type { GatewayContext } from '../../context.ts'
import { GatewayError, invalid, invalidFile } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import {
  countKnown,
  insertLines,
  insertReport,
  type KeyedLine,
  lockReport,
  nameTransfers,
  settlementsOf,
} from '../../storage/settlements/report-lines.ts'
import { nameUnknown, tieLines } from '../../storage/settlements/settlements.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'
import { checkFileName, refuseOtherFile } from '../finance/imported-files.ts'
import { checkStorable } from '../validation.ts'
import { linesOfReport, readReport } from './read-report.ts'
import { countFindings } from './watch-settlements.ts'

/** Rows of one transaction. */
const CHUNK = 5_000
const MAX_PROBLEMS = 20
const MAX_GROUPS = 100

/**
 * Imports the settlement report of the provider's dashboard. The same file, or one that overlaps with it, changes nothing; an import that broke off is
 * repeated. With `preview` nothing is stored.
 * @param onProgress called with the rows that are done and all rows
 * @throws GatewayError INVALID_REQUEST with what is wrong with the file: nothing is stored then; NOT_FOUND when the import was taken back meanwhile
 */
export async function importReport(
  context: Pick<GatewayContext, 'database' | 'clock' | 'actor' | 'closing' | 'policy' | 'log'>,
  given: ImportSettlements,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<ImportedSettlements> {
  const { name, text, preview = false, feeSign } = checkImport(given)
  const { columns, rows, problems } = await readReport(text)
  const [problem] = problems
  if (!preview && problem)
    throw invalidFile(
      { code: 'unreadable-row', row: problem.line },
      `has a row that cannot be read: row ${problem.line} ${problem.problem}. Nothing was stored`,
    )
  const { lines, sums, groups } = await linesOfReport(rows, feeSign)
  if (!Number.isSafeInteger(sums.payments.amount + sums.refunds.amount + sums.fees + sums.taxes))
    throw invalidFile(
      { code: 'unreadable-row' },
      'has rows whose sum is larger than any possible amount. Nothing was stored',
    )
  const { database, clock } = context
  const found = {
    name,
    rows: rows.length + problems.length,
    ...sums,
    columns: columns.named,
    problems: problems.slice(0, MAX_PROBLEMS),
  }
  const summary = async (stored: number, known: number): Promise<ImportedSettlements> => ({
    ...found,
    stored,
    known,
    settlements: await settlementsOf(database, groups.slice(0, MAX_GROUPS)),
  })
  if (preview) return summary(0, await knownOf(database, lines))
  const nowMs = clock.now()
  const digest = await digestOf(text)
  const reportId = await database.transaction(async (tx) => {
    const reportId = await insertReport(tx, { name, digest, importedBy: context.actor?.who, nowMs })
    await writeAudit(
      { ...context, database: tx },
      {
        ...{ atMs: nowMs, what: 'imported', kind: 'settlement-report', id: String(reportId), detail: name },
        after: { rows: lines.length },
      },
    )
    return reportId
  })
  let stored = 0
  for (let at = 0; at < lines.length; at += CHUNK) {
    if (context.closing())
      throw new GatewayError('SHUTTING_DOWN', `The import stopped after ${at} rows: import the file again`)
    stored += await storeChunk(context, reportId, lines.slice(at, at + CHUNK))
    onProgress(Math.min(at + CHUNK, lines.length), lines.length)
  }
  await inWholeTables(database, tieLines)
  await countFindings(context)
  return summary(stored, lines.length - stored)
}

/** Stores rows, and names the settlements that only they name. @returns how many rows are new */
function storeChunk(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  reportId: number,
  lines: readonly KeyedLine[],
): Promise<number> {
  const settlementIds = new Set(lines.flatMap(({ settlementId }) => settlementId ?? []))
  return inWholeTables(database, async (tx) => {
    if (!(await lockReport(tx, reportId)))
      throw new GatewayError(
        'NOT_FOUND',
        `The import ${reportId} was undone while it ran, and stores no more rows: import the file again if the file is right`,
      )
    await nameUnknown(tx, reportId, [...settlementIds], clock.now())
    const stored = await insertLines(tx, reportId, lines, clock.now())
    if (stored < lines.length) await nameTransfers(tx, reportId, lines)
    return stored
  })
}

/** Number of stored rows, counted as they are stored. */
async function knownOf(database: GatewayContext['database'], lines: readonly KeyedLine[]): Promise<number> {
  let known = 0
  for (let at = 0; at < lines.length; at += CHUNK)
    known += await countKnown(
      database,
      lines.slice(at, at + CHUNK).map(({ lineKey }) => lineKey),
    )
  return known
}

/** SHA-256 in hex, computed beside the event loop. */
const digestOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')

function checkImport(given: ImportSettlements): ImportSettlements {
  const { name, text, preview, feeSign } = given ?? {}
  checkFileName(name)
  if (typeof text !== 'string') throw invalid('text', 'must be the content of the CSV file, as a string')
  if (Buffer.byteLength(text) > SETTLEMENT_FILE.maxBytes)
    throw invalidFile({ code: 'too-large', limit: 64 }, 'must have at most 64 MiB')
  refuseOtherFile(text)
  checkStorable(text, 'text')
  if (preview !== undefined && typeof preview !== 'boolean') throw invalid('preview', 'must be true or false')
  if (feeSign !== undefined && feeSign !== 'positive' && feeSign !== 'negative')
    throw invalid('feeSign', 'must be positive or negative: the sign that a fee has in the file when you pay it')
  return given
}
