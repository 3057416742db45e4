import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { DomainEvent } from '../domain/order.ts'
import type { Queries } from './database.ts'
import { type Claim, claimDue } from './leases.ts'
import { conditions, type Keyset, orderAndLimit, type PageQuery, pageOf, startAfter } from './list-query.ts'
import { withoutNulls } from './orders.ts'

export interface DeliveryRow {
  deliveryId: string
  event: DomainEvent['type']
  merchantOrderId: string
  merchantRefundId: string | null
  /** The notifier to call, outside any transaction. Null: run the merchant's handler. */
  notifier: string | null
  attempts: number
}

/** Stores a delivery once per `deliveryId`; false when it exists. */
export async function insertDelivery(
  on: Queries,
  event: DomainEvent & { notifier?: string },
  at: { nowMs: number; done: boolean },
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'insert-delivery',
    text: `insert into galla.deliveries ("deliveryId", "event", "merchantOrderId", "merchantRefundId", "notifier", "createdAtMs", "state", "nextAttemptAtMs", "doneAtMs")
      values ($1, $2, $3, $4, $5, $6, case when $7 then 'done' else 'waiting' end, case when $7 then null else $6::bigint end, case when $7 then $6::bigint end)
      on conflict do nothing`,
    values: [
      event.deliveryId,
      event.type,
      event.merchantOrderId,
      'merchantRefundId' in event ? event.merchantRefundId : null,
      event.notifier,
      at.nowMs,
      at.done,
    ],
  })
  return rowCount === 1
}

export async function markDelivered(on: Queries, deliveryId: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'mark-delivered',
    text: `update galla.deliveries set "state" = 'done', "doneAtMs" = $2, "nextAttemptAtMs" = null, "leasedUntil" = null, "attempts" = "attempts" + 1, "lastError" = null where "deliveryId" = $1`,
    values: [deliveryId, nowMs],
  })
}

/** Schedules the next attempt; without one the delivery is failed and needs review. */
export async function markFailed(
  on: Queries,
  deliveryId: string,
  error: string,
  nextAttemptAtMs: number | undefined,
): Promise<void> {
  await on.query({
    name: 'mark-failed',
    text: `update galla.deliveries set "attempts" = "attempts" + 1, "lastError" = $2, "nextAttemptAtMs" = $3::bigint, "leasedUntil" = null,
      "state" = case when $3::bigint is null then 'failed' else 'waiting' end where "deliveryId" = $1`,
    values: [deliveryId, error, nextAttemptAtMs],
  })
}

/** The next due delivery to a handler, locked until this transaction ends. */
export async function lockDueDelivery(on: Queries, nowMs: number): Promise<DeliveryRow | undefined> {
  const { rows } = await on.query<DeliveryRow>({
    name: 'lock-due-delivery',
    text: `select "deliveryId", "event", "merchantOrderId", "merchantRefundId", "notifier", "attempts" from galla.deliveries
      where "state" = 'waiting' and "nextAttemptAtMs" <= $1 and "notifier" is null
      order by "nextAttemptAtMs" limit 1 for update skip locked`,
    values: [nowMs],
  })
  return rows[0]
}

/** Leases due deliveries to notifiers to this worker. */
export async function claimDueNotifications(on: Queries, claim: Claim): Promise<DeliveryRow[]> {
  return claimDue<DeliveryRow>(on, 'deliveries', claim, {
    name: 'claim-notifications',
    columns: '"deliveryId", "event", "merchantOrderId", "merchantRefundId", "notifier", "attempts"',
    where: `"state" = 'waiting' and "notifier" is not null`,
  })
}

/** Schedules a delivery again with fresh attempts. False when it does not exist or is done. */
export async function retryDelivery(on: Queries, deliveryId: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'retry-delivery',
    text: `update galla.deliveries set "state" = 'waiting', "attempts" = 0, "nextAttemptAtMs" = $2, "leasedUntil" = null where "deliveryId" = $1 and "state" <> 'done'`,
    values: [deliveryId, nowMs],
  })
  return rowCount === 1
}

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'deliveryId', type: 'text' }

/** The event of a delivery to a notifier shows its name: `order.completed → email`. */
const COLUMNS = `"deliveryId", "event" || coalesce(' → ' || "notifier", '') as "event", "merchantOrderId", "merchantRefundId", "state",
  "attempts", "lastError", "nextAttemptAtMs", "createdAtMs", "doneAtMs"`

export async function listDeliveries(
  on: Queries,
  query: PageQuery & { needsReview?: boolean; state?: string },
): Promise<Page<EventDelivery>> {
  const filters = conditions()
  if (query.needsReview) filters.addRaw(`"state" = 'failed'`)
  filters.add('"state" = ?', query.state)
  startAfter(filters, KEYSET, query.after)
  const tail = orderAndLimit(filters, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.deliveries ${filters.where} ${tail}`,
    values: filters.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => withoutNulls<EventDelivery>(row)) }
}

export async function readDelivery(on: Queries, deliveryId: string): Promise<EventDelivery | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.deliveries where "deliveryId" = $1`,
    values: [deliveryId],
  })
  return rows[0] && withoutNulls<EventDelivery>(rows[0])
}

export async function deliveriesOfOrder(on: Queries, merchantOrderId: string): Promise<EventDelivery[]> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.deliveries where "merchantOrderId" = $1 order by "createdAtMs", "deliveryId" limit 500`,
    values: [merchantOrderId],
  })
  return rows.map((row) => withoutNulls<EventDelivery>(row))
}
