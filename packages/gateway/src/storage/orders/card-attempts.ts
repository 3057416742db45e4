import type { Queries } from '../database.ts'
import { decrypted } from '../privacy/encrypted-columns.ts'
import type { OrderRow } from './order-row.ts'

/** Failed attempts to pay an order with a card. */
export interface FailedCards {
  readonly reference: string
  readonly merchantUserId: string | undefined
  readonly count: number
}

type Row = Pick<OrderRow, 'merchantOrderId' | 'reference' | 'request'> & { readonly count: number }

/** Failed attempts with a card since a time, by order. Reads the orders that changed since then. */
export async function failedCards(on: Queries, sinceMs: number): Promise<FailedCards[]> {
  const { rows } = await on.query<Row>({
    name: 'failed-cards',
    text: `select o."merchantOrderId", o."reference", o."request", f."count" from galla.orders o cross join lateral (
        select count(*) as "count" from jsonb_array_elements(o."attempts") a
        where a ->> 'state' = 'FAILED' and a ->> 'paymentMode' in ('CARD', 'TOKEN')
          and coalesce((a ->> 'timestamp')::numeric, o."updatedAtMs") >= $1::bigint) f
      where o."updatedAtMs" >= $1::bigint and f."count" > 0`,
    values: [sinceMs],
  })
  return rows.map((row) => {
    const { reference, request, count } = decrypted(on, 'orders', row)
    return { reference, merchantUserId: request.merchantUserId, count }
  })
}
