import { createHash } from 'node:crypto'
import {
  BANK_STATEMENT_FILE,
  type ImportBankStatement,
  type ImportedBankStatement,
} from '@galla/contract/gateway-api/bank-statements'
import type { Paise } from '@galla/contract/money'
import type { GatewayContext } from '../../context.ts'
import { indianDay } from '../../domain/finance/indian-time.ts'
import { MAX_AMOUNT } from '../../domain/limits.ts'
import type { StatementLine } from '../../domain/statements/statement-line.ts'
import { GatewayError, invalid, invalidFile } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import type { Queries } from '../../storage/database.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'
import { compareWithBank } from '../../storage/statements/bank-comparison.ts'
import {
  type CandidateLine,
  countStatementLines,
  insertStatement,
  insertStatementLines,
} from '../../storage/statements/bank-statements.ts'
import { checkFileName } from '../finance/imported-files.ts'
import { countFindings } from '../settlements/watch-settlements.ts'
import { readStatement } from './read-statement.ts'

/** Lines of one statement of SQL. */
const CHUNK = 5_000

type Importer = Pick<GatewayContext, 'database' | 'clock' | 'actor' | 'closing' | 'policy' | 'log'>

/**
 * Imports a bank statement in one transaction, and compares it with the settlements. The same file changes nothing; files may overlap. A preview does the
 * same and takes it back.
 * @throws GatewayError INVALID_REQUEST with what is wrong with the file; nothing is stored then
 */
export async function importBankStatement(
  context: Importer,
  given: ImportBankStatement,
): Promise<ImportedBankStatement> {
  const { name, text, preview = false } = checkImport(given)
  const { lines, format, columns, fromDay, toDay } = await readStatement(text)
  const importedAtMs = context.clock.now()
  refuseDaysToCome(lines, indianDay(importedAtMs))
  const statement = {
    ...{ name, fromDay, toDay, importedAtMs, importedBy: context.actor?.who },
    digest: createHash('sha256').update(text).digest('hex'),
  }
  const { stored, known, comparison } = await inWholeTables(context.database, async (tx) => {
    if (preview) await tx.query({ text: 'savepoint "preview"' })
    const statementId = await insertStatement(tx, statement)
    const known = await countStatementLines(tx, statementId)
    const stored = await insertLines(context, tx, statementId, candidates(lines))
    const comparison = await compareWithBank(tx, { fromDay, toDay })
    if (preview) await tx.query({ text: 'rollback to savepoint "preview"' })
    else
      await writeAudit(
        { ...context, database: tx },
        {
          atMs: importedAtMs,
          what: 'imported',
          kind: 'bank-statement',
          id: String(statementId),
          detail: name,
          after: { stored },
        },
      )
    return { stored, known, comparison }
  })
  if (!preview) await countFindings(context)
  return {
    ...{ name, format, fromDay, toDay, columns, stored, known, comparison },
    lines: lines.length,
    credits: creditsOf(lines),
    ignored: lines.length - stored - known,
  }
}

/** A line dated after today would say that the statement covers days to come. @throws GatewayError INVALID_REQUEST */
function refuseDaysToCome(lines: readonly StatementLine[], today: string): void {
  const found = lines.find(({ day }) => day > today)
  if (found)
    throw invalidFile(
      { code: 'day-to-come', row: found.line },
      `has a day after today, ${today}: row ${found.line} has the day ${found.day}. Dates are read as day, month, year. Nothing was stored`,
    )
}

async function insertLines(
  { closing }: Pick<Importer, 'closing'>,
  tx: Queries,
  statementId: number,
  lines: readonly CandidateLine[],
): Promise<number> {
  let stored = 0
  for (let at = 0; at < lines.length; at += CHUNK) {
    if (closing())
      throw new GatewayError('SHUTTING_DOWN', 'The import stopped, and nothing was stored: import the file again')
    stored += await insertStatementLines(tx, statementId, lines.slice(at, at + CHUNK))
  }
  return stored
}

/** Lines that may be about settlements, with the fact that no other credit of the file has their amount and day. */
function candidates(lines: readonly StatementLine[]): CandidateLine[] {
  const counts = new Map<string, number>()
  const keyOf = ({ day, amount }: StatementLine) => `${day} ${amount}`
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1)
  const possible = lines.filter(({ amount }) => Math.abs(amount) <= MAX_AMOUNT)
  return possible.map((line) => ({ ...line, alone: line.amount > 0 && counts.get(keyOf(line)) === 1 }))
}

function creditsOf(lines: readonly StatementLine[]): ImportedBankStatement['credits'] {
  const credits = lines.filter(({ amount }) => amount > 0)
  return { count: credits.length, amount: credits.reduce((sum, { amount }) => sum + amount, 0) as Paise }
}

function checkImport(given: ImportBankStatement): ImportBankStatement {
  const { name, text, preview } = given ?? {}
  checkFileName(name)
  if (typeof text !== 'string') throw invalid('text', 'must be the content of the file, as a string')
  if (Buffer.byteLength(text) > BANK_STATEMENT_FILE.maxBytes)
    throw invalidFile({ code: 'too-large', limit: 32 }, 'must have at most 32 MiB')
  if (preview !== undefined && typeof preview !== 'boolean') throw invalid('preview', 'must be true or false')
  return given
}
