import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import type { Page } from '@galla/contract/gateway-api/orders'
import type { Queries } from './database.ts'
import { conditions } from './conditions.ts'
import { type Keyset, orderAndLimit, type PageAsked, pageOf, startAfter } from './keyset.ts'
import { withoutNulls } from './order-row.ts'

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'deliveryId', type: 'text' }

/** A notifier's is told apart by its name: `order.completed → email`. */
const COLUMNS = `"deliveryId", "kind" || coalesce(' → ' || "notifier", '') as "event", "merchantOrderId", "merchantRefundId", "state",
  "attempts", "lastError", "nextAttemptAtMs", "createdAtMs", "doneAtMs"`

export async function listDeliveries(
  on: Queries,
  query: PageAsked & { needsReview?: string; state?: string },
): Promise<Page<EventDelivery>> {
  const asked = conditions()
  if (query.needsReview === 'true') asked.say(`"state" = 'failed'`)
  asked.add('"state" = ?', query.state)
  startAfter(asked, KEYSET, query.after)
  const tail = orderAndLimit(asked, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.deliveries ${asked.where} ${tail}`,
    values: asked.values,
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
