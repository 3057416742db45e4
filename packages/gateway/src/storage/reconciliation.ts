import type { ReconciliationReport } from '@galla/contract/gateway-api/console-routes'
import { defined } from '../domain/defined.ts'
import type { UnknownRecord } from '../domain/reconciliation.ts'
import type { Queries } from './database.ts'
import { readMeta, saveMeta } from './meta.ts'

const KEY = 'reconciliation report'
/** One report checks at most this many orders. */
export const MAX_ORDERS = 2_000
const NO_REPORT: ReconciliationReport = { checked: 0, most: MAX_ORDERS, rows: [] }

/** The last report, of whichever replica ran it. */
export async function readReconciliation(on: Queries): Promise<ReconciliationReport> {
  const stored = await readMeta(on, KEY)
  return { ...NO_REPORT, ...(stored === undefined ? {} : (JSON.parse(stored) as ReconciliationReport)) }
}

export function saveReconciliation(on: Queries, report: ReconciliationReport): Promise<void> {
  return saveMeta(on, KEY, JSON.stringify(report))
}

/** Ids of the orders of a time span that were sent to the provider, newest first. */
export async function ordersToCompare(
  on: Queries,
  { fromMs, toMs, limit }: { fromMs: number; toMs: number; limit: number },
): Promise<string[]> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    text: `select "merchantOrderId" from galla.orders where "createdAtMs" >= $1 and "createdAtMs" < $2 and "openedAtMs" is not null
      order by "createdAtMs" desc limit $3`,
    values: [fromMs, toMs, limit],
  })
  return rows.map(({ merchantOrderId }) => merchantOrderId)
}

/** Orders and refunds that accepted callbacks name and the database does not hold. */
export async function unknownRecords(
  on: Queries,
  { fromMs, toMs, limit }: { fromMs: number; toMs: number; limit: number },
): Promise<UnknownRecord[]> {
  const { rows } = await on.query<{
    merchantOrderId: string
    merchantRefundId: string | null
    state: string | null
    orderKnown: boolean
  }>({
    text: `select distinct on (1, 2) c."merchantOrderId", c."merchantRefundId", c."state",
      exists (select 1 from galla.orders o where o."merchantOrderId" = c."merchantOrderId") as "orderKnown" from galla.callbacks c
      where c."receivedAtMs" >= $1 and c."receivedAtMs" < $2 and c."verdict" = 'accepted' and c."merchantOrderId" is not null
        and case when c."merchantRefundId" is null
          then not exists (select 1 from galla.orders o where o."merchantOrderId" = c."merchantOrderId")
          else not exists (select 1 from galla.refunds r where r."merchantRefundId" = c."merchantRefundId") end
      order by 1, 2, c."receivedAtMs" desc limit $3`,
    values: [fromMs, toMs, limit],
  })
  return rows.map(({ merchantOrderId, merchantRefundId, state, orderKnown }) => ({
    merchantOrderId,
    orderKnown,
    ...defined({ merchantRefundId: merchantRefundId ?? undefined }),
    state: state ?? 'unknown',
  }))
}
