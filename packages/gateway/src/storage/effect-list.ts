import type { Effect } from '@galla/contract/books/console-routes'
import type { Page } from '@galla/contract/books/orders'
import type { Queries } from './books.ts'
import { conditions } from './conditions.ts'
import { type Keyset, orderAndLimit, type PageAsked, pageOf, startAfter } from './keyset.ts'
import { withoutNulls } from './order-row.ts'

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'effectId', type: 'text' }

/** A notifier's is told apart by its name: `order.completed → email`. */
const COLUMNS = `"effectId", "kind" || coalesce(' → ' || "notifier", '') as "kind", "merchantOrderId", "merchantRefundId", "state",
  "attempts", "lastError", "nextAttemptAtMs", "createdAtMs", "doneAtMs"`

export async function listEffects(
  on: Queries,
  query: PageAsked & { parked?: string; state?: string },
): Promise<Page<Effect>> {
  const asked = conditions()
  if (query.parked === 'true') asked.say(`"state" = 'parked'`)
  asked.add('"state" = ?', query.state)
  startAfter(asked, KEYSET, query.after)
  const tail = orderAndLimit(asked, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.effects ${asked.where} ${tail}`,
    values: asked.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => withoutNulls<Effect>(row)) }
}

export async function readEffect(on: Queries, effectId: string): Promise<Effect | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.effects where "effectId" = $1`,
    values: [effectId],
  })
  return rows[0] && withoutNulls<Effect>(rows[0])
}

export async function effectsOfOrder(on: Queries, merchantOrderId: string): Promise<Effect[]> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.effects where "merchantOrderId" = $1 order by "createdAtMs", "effectId" limit 500`,
    values: [merchantOrderId],
  })
  return rows.map((row) => withoutNulls<Effect>(row))
}
