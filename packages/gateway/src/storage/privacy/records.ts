import type { Queries } from '../database.ts'
import { recordsSince } from '../orders/order-age.ts'
import { OWED } from '../orders/order-list.ts'
import { PERSONAL_DATA } from './personal-data.ts'
import { type Batch, inUse, onHold, RELATED_TABLES } from './retention.ts'

/** Tables of rows about an order, apart from `orders` itself and those in `RELATED_TABLES`. */
const ALSO_OF_ORDERS = Object.keys(PERSONAL_DATA).filter(
  (table) => table !== 'orders' && !(table in RELATED_TABLES) && 'merchantOrderId' in (PERSONAL_DATA[table] ?? {}),
)

/**
 * Deletes the records of orders that are older than the records period, by our clock and by the provider's: final, not held, not in review,
 * without money that is owed, without a refund that is open or in review, and without a transfer that is younger. Nothing of them remains but their entries in the append-only audit log, without
 * details: who did what to which id. Returns how many orders. A trigger refuses to delete younger ledger entries.
 */
export async function deleteOldRecords(tx: Queries, { beforeMs, nowMs, limit }: Batch): Promise<number> {
  const { rows } = await tx.query<{ id: string }>({
    text: `select o."merchantOrderId" as "id" from galla.orders o where o."createdAtMs" < $1 and ${recordsSince('o')} < $1 and not ${inUse('$2')}
        and not ${onHold('o."merchantOrderId"')} and o."needsReview" is null and not (${OWED})
        and not exists (select 1 from galla.refunds r where r."merchantOrderId" = o."merchantOrderId"
          and (r."state" not in ('COMPLETED', 'FAILED') or r."needsReview" is not null))
        and not exists (select 1 from galla.ledger l where l."merchantOrderId" = o."merchantOrderId" and greatest(l."atMs", l."paidAtMs") >= $1)
      order by o."createdAtMs" limit $3 for update of o skip locked`,
    values: [beforeMs, nowMs, limit],
  })
  if (rows.length === 0) return 0
  const values = [rows.map(({ id }) => id)]
  // Notes first, and refunds last: rows of other tables are found through callbacks and refunds. A subscription outlives its first orders.
  const { refunds, audit, plan_subscriptions: _, ...others } = RELATED_TABLES
  await tx.query({
    text: `update galla.audit t set "detail" = null where "detail" is not null and ${audit?.ofOrders}`,
    values,
  })
  for (const [table, { ofOrders }] of Object.entries(others))
    await tx.query({ text: `delete from galla.${table} t where ${ofOrders}`, values })
  for (const table of ALSO_OF_ORDERS)
    await tx.query({ text: `delete from galla.${table} where "merchantOrderId" = any($1)`, values })
  await tx.query({ text: `delete from galla.refunds t where ${refunds?.ofOrders}`, values })
  await tx.query({ text: 'delete from galla.orders where "merchantOrderId" = any($1)', values })
  return rows.length
}
