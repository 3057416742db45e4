import type { GatewayContext } from '../../context.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { deleteReport } from '../../storage/settlements/report-lines.ts'
import { inWholeTables } from '../../storage/settlements/whole-tables.ts'
import { countFindings } from './watch-settlements.ts'

/**
 * Takes the import of a wrong file back: as if it had not been imported, except for closed days. What they count of its rows is taken from the day that
 * is closed next. Recorded in the audit log.
 * @returns the number of rows that were taken back
 * @throws GatewayError INVALID_REQUEST, NOT_FOUND
 */
export async function undoReport(
  context: Pick<GatewayContext, 'database' | 'clock' | 'actor' | 'policy' | 'log'>,
  reportId: number,
): Promise<{ readonly rows: number }> {
  if (!Number.isSafeInteger(reportId) || reportId < 1)
    throw invalid('reportId', 'must be the number of an import: the list of imported reports shows it')
  const nowMs = context.clock.now()
  const rows = await inWholeTables(context.database, async (tx) => {
    const deleted = await deleteReport(tx, { reportId, by: context.actor?.who, nowMs })
    if (deleted === undefined)
      throw new GatewayError('NOT_FOUND', `There is no import ${reportId} of a settlement report, or it was undone`)
    await writeAudit(
      { ...context, database: tx },
      {
        atMs: nowMs,
        what: 'took an import back',
        kind: 'settlement-report',
        id: String(reportId),
        after: { rows: deleted },
      },
    )
    return deleted
  })
  await countFindings(context)
  return { rows }
}
