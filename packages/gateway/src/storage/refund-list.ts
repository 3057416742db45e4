import type { Page } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { viewRefund } from '../services/views.ts'
import type { Queries } from './database.ts'
import { conditions } from './conditions.ts'
import { type Keyset, orderAndLimit, type PageAsked, pageOf, startAfter } from './keyset.ts'
import { withoutNulls } from './order-row.ts'
import type { RefundRow } from './refunds.ts'

const KEYSET: Keyset = { columns: ['createdAtMs'], id: 'merchantRefundId', type: 'text' }

export interface RefundsAsked extends PageAsked {
  /** One of the states, or `OPEN` for all that are not over. */
  readonly state?: string
  readonly merchantOrderId?: string
}

export async function listRefunds(on: Queries, query: RefundsAsked): Promise<Page<Refund>> {
  const asked = conditions()
  if (query.state === 'OPEN') asked.say(`"state" not in ('COMPLETED', 'FAILED')`)
  else asked.add('"state" = ?', query.state)
  asked.add('"merchantOrderId" = ?', query.merchantOrderId)
  startAfter(asked, KEYSET, query.after)
  const tail = orderAndLimit(asked, KEYSET, query.limit)
  const { rows } = await on.query<object>({
    text: `select * from galla.refunds ${asked.where} ${tail}`,
    values: asked.values,
  })
  const page = pageOf(rows, KEYSET, query.limit)
  return { ...page, rows: page.rows.map((row) => viewRefund(withoutNulls<RefundRow>(row))) }
}
