import type { ReconciliationReport } from '@galla/contract/gateway-api/console-routes'
import type { UnknownRecord } from '../domain/reconciliation.ts'
import type { Queries } from './database.ts'

const KEY = 'drift report'

/** One report asks the provider for so many orders at most. */
export const MAX_ORDERS = 2_000

const NO_REPORT: ReconciliationReport = { checked: 0, most: MAX_ORDERS, rows: [] }

/** The last report, for whoever opens the page next, on whichever replica. */
export async function readReconciliation(on: Queries): Promise<ReconciliationReport> {
  const { rows } = await on.query<{ value: string }>({
    text: 'select "value" from galla.meta where "key" = $1',
    values: [KEY],
  })
  return { ...NO_REPORT, ...(rows[0] && (JSON.parse(rows[0].value) as ReconciliationReport)) }
}

export async function saveReconciliation(on: Queries, report: ReconciliationReport): Promise<void> {
  await on.query({
    text: 'insert into galla.meta ("key", "value") values ($1, $2) on conflict ("key") do update set "value" = excluded."value"',
    values: [KEY, JSON.stringify(report)],
  })
}

/** Orders of a time that the provider was told of, newest first. */
export async function ordersToCompare(
  on: Queries,
  { fromMs, toMs, most }: { fromMs: number; toMs: number; most: number },
): Promise<string[]> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    text: `select "merchantOrderId" from galla.orders where "createdAtMs" >= $1 and "createdAtMs" < $2 and "openedAtMs" is not null
      order by "createdAtMs" desc limit $3`,
    values: [fromMs, toMs, most],
  })
  return rows.map(({ merchantOrderId }) => merchantOrderId)
}

/** What callbacks told of and the database do not hold. */
export async function unknownRecords(
  on: Queries,
  { fromMs, toMs, most }: { fromMs: number; toMs: number; most: number },
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
    values: [fromMs, toMs, most],
  })
  return rows.map(({ merchantOrderId, merchantRefundId, state, orderKnown }) => ({
    merchantOrderId,
    orderKnown,
    ...(merchantRefundId === null ? {} : { merchantRefundId }),
    state: state ?? 'unknown',
  }))
}
