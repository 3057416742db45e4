import type { Discrepancy, DiscrepancyKind } from '@galla/contract/gateway-api/reconciliation'
import { defined } from '../../domain/defined.ts'
import type { NewDiscrepancy } from '../../domain/finance/reconciliation.ts'
import type { Queries } from '../database.ts'

/** Rows of a report. */
const MAX_ROWS = 500

/**
 * Replaces the discrepancies of the compared orders by what was found now; one that is found again keeps its `foundAtMs`. Those of
 * records that are missing here are only added. Rows are written by key, so that two comparisons of the same orders do not deadlock.
 */
export async function replaceDiscrepancies(
  on: Queries,
  merchantOrderIds: readonly string[],
  found: readonly NewDiscrepancy[],
  nowMs: number,
): Promise<void> {
  const rows = found.map(({ merchantRefundId = '', transactionId = '', ...one }) => {
    return { ...one, merchantRefundId, transactionId }
  })
  await on.query({
    name: 'replace-discrepancies',
    text: `with "found" as (select f."merchantOrderId", f."merchantRefundId", f."transactionId", f."kind", f."reason", f."ours", f."theirs", f."repairable"
        from jsonb_to_recordset($2::jsonb) f("merchantOrderId" text, "merchantRefundId" text, "transactionId" text, "kind" text, "reason" text,
          "ours" jsonb, "theirs" jsonb, "repairable" boolean)),
      "gone" as (delete from galla.discrepancies d where d."merchantOrderId" = any($1) and d."kind" <> 'missing-here'
        and not exists (select 1 from "found" f where f."merchantOrderId" = d."merchantOrderId" and f."merchantRefundId" = d."merchantRefundId"
          and f."kind" = d."kind" and f."transactionId" = d."transactionId"))
      insert into galla.discrepancies ("merchantOrderId", "merchantRefundId", "transactionId", "kind", "reason", "ours", "theirs", "repairable", "foundAtMs", "comparedAtMs")
      select f."merchantOrderId", f."merchantRefundId", f."transactionId", f."kind", f."reason", f."ours", f."theirs", f."repairable", $3, $3 from "found" f
      order by f."merchantOrderId", f."merchantRefundId", f."kind", f."transactionId"
      on conflict ("merchantOrderId", "merchantRefundId", "kind", "transactionId") do update set "reason" = excluded."reason", "ours" = excluded."ours",
        "theirs" = excluded."theirs", "repairable" = excluded."repairable", "comparedAtMs" = excluded."comparedAtMs"`,
    values: [merchantOrderIds, JSON.stringify(rows), nowMs],
  })
}

/** Removes `missing-here` of records that the database holds by now. */
export async function deleteFoundRecords(on: Queries): Promise<void> {
  await on.query({
    name: 'delete-found-records',
    text: `delete from galla.discrepancies d where d."kind" = 'missing-here' and case when d."merchantRefundId" = ''
      then exists (select 1 from galla.orders o where o."merchantOrderId" = d."merchantOrderId")
      else exists (select 1 from galla.refunds r where r."merchantRefundId" = d."merchantRefundId") end`,
  })
}

interface StoredDiscrepancy extends Discrepancy {
  merchantRefundId: string
  transactionId: string
}

const COLUMNS = `"merchantOrderId", "merchantRefundId", "transactionId", "kind", "reason", "ours", "theirs", "repairable", "foundAtMs"`

/** Open discrepancies, the newest first, at most 500. */
export async function listDiscrepancies(on: Queries, kind?: string): Promise<Discrepancy[]> {
  const { rows } = await on.query<StoredDiscrepancy>({
    text: `select ${COLUMNS} from galla.discrepancies where $1::text is null or "kind" = $1
      order by "foundAtMs" desc, "merchantOrderId", "merchantRefundId", "kind", "transactionId" limit $2`,
    values: [kind, MAX_ROWS],
  })
  return rows.map(toDiscrepancy)
}

/** The open discrepancies of these orders. */
export async function discrepanciesOf(on: Queries, merchantOrderIds: readonly string[]): Promise<Discrepancy[]> {
  const { rows } = await on.query<StoredDiscrepancy>({
    text: `select ${COLUMNS} from galla.discrepancies where "merchantOrderId" = any($1)`,
    values: [merchantOrderIds],
  })
  return rows.map(toDiscrepancy)
}

/** Orders with discrepancies that were not compared since, by id. */
export async function ordersWithDiscrepancies(
  on: Queries,
  { beforeMs, afterId, limit }: { beforeMs: number; afterId: string; limit: number },
): Promise<string[]> {
  const { rows } = await on.query<{ merchantOrderId: string }>({
    text: `select distinct "merchantOrderId" from galla.discrepancies
      where "comparedAtMs" < $1 and "kind" <> 'missing-here' and "merchantOrderId" > $2 order by 1 limit $3`,
    values: [beforeMs, afterId, limit],
  })
  return rows.map(({ merchantOrderId }) => merchantOrderId)
}

export async function countDiscrepancies(on: Queries): Promise<{ [Kind in DiscrepancyKind]?: number }> {
  const { rows } = await on.query<{ kind: string; count: number }>({
    text: 'select "kind", count(*) as "count" from galla.discrepancies group by 1 order by 1',
  })
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

function toDiscrepancy({ merchantRefundId, transactionId, ...row }: StoredDiscrepancy): Discrepancy {
  return {
    ...row,
    ...defined({ merchantRefundId: merchantRefundId || undefined, transactionId: transactionId || undefined }),
  }
}
