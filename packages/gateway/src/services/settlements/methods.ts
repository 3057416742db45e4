import { callerOf, type GatewayContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import type { DayCloseMethods, SettlementMethods } from '../../settlement-methods.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { listCloses, readClose } from '../../storage/settlements/day-closes.ts'
import { listReports } from '../../storage/settlements/report-lines.ts'
import { listSettlements, readSettlement } from '../../storage/settlements/settlements.ts'
import { checkStorable } from '../validation.ts'
import { checkDays, closeDueDays, closesCsv } from './day-closes.ts'
import { importReport } from './import-report.ts'
import { providerFailure, readSettlements } from './read-settlements.ts'
import { settlementReport } from './settlement-report.ts'
import { undoReport } from './undo-report.ts'

/** The provider lists six months. */
const MAX_DAYS = 180

/** @param reading the context whose connections are for reads of the caller */
export function settlementMethods(
  context: GatewayContext,
  reading: GatewayContext,
  during: <Result>(work: () => Promise<Result>) => Promise<Result>,
): { readonly settlements: SettlementMethods; readonly dayCloses: DayCloseMethods } {
  const { database } = reading
  return {
    settlements: {
      list: (query = {}) =>
        during(async () => {
          for (const [field, value] of Object.entries(query)) checkStorable(value, field)
          return listSettlements(database, query)
        }),
      get: (settlementId) =>
        during(async () => {
          checkStorable(settlementId, 'settlementId')
          return readSettlement(database, settlementId)
        }),
      report: () => during(() => settlementReport(reading)),
      sync: ({ days } = {}) =>
        during(async () => {
          if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS))
            throw invalid('days', `must be a whole number of days, 1 to ${MAX_DAYS}`)
          const read = await readSettlements(context, days).catch(providerFailure)
          const atMs = context.clock.now()
          await writeAudit(context, { atMs, what: 'read the settlements', kind: 'reconciliation', id: 'settlements' })
          return read
        }),
      importReport: (report, onProgress) =>
        during(() => context.imports.run(callerOf(context), () => importReport(context, report, onProgress))),
      reports: () => during(() => listReports(database)),
      undoReport: (reportId) => during(() => undoReport(context, reportId)),
    },
    dayCloses: {
      list: (query = {}) =>
        during(async () => {
          checkDays(query)
          return listCloses(database, query)
        }),
      get: (day) =>
        during(async () => {
          checkDays({ day })
          return readClose(database, day)
        }),
      csv: (days) => closesCsv(database, days),
      closeDue: () => during(() => closeDueDays(context)),
    },
  }
}
