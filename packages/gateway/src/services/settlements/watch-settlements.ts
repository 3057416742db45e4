import type { GatewayContext } from '../../context.ts'
import { readMeta, SETTLEMENT_FINDINGS_KEY, saveMeta } from '../../storage/meta.ts'
import { readSettlements } from './read-settlements.ts'
import { settlementReport } from './settlement-report.ts'

/** Reads the provider's settlements, and counts what differs for health, metrics and the log. A provider that cannot be read does not hide what is known. */
export async function watchSettlements(context: GatewayContext): Promise<void> {
  const reading = await readSettlements(context).catch((error: unknown) => ({ error }))
  await countFindings(context)
  if ('error' in reading) throw reading.error
}

/** Counts the findings, at most those that a report lists, and logs when there are more or fewer than before. */
export async function countFindings(
  context: Pick<GatewayContext, 'database' | 'clock' | 'policy' | 'log'>,
): Promise<void> {
  const { database, log } = context
  const count = (await settlementReport(context)).findings.length
  const before = Number((await readMeta(database, SETTLEMENT_FINDINGS_KEY)) ?? 0)
  if (count === before) return
  await saveMeta(database, SETTLEMENT_FINDINGS_KEY, String(count))
  if (count > before) log.error({ count }, 'Settlements differ from what was captured, refunded or reported')
  else log.info({ count }, 'Fewer settlements differ')
}
