import { ORDERS_QUERY } from '../../http/schemas.ts'
import { listOrders as listStored } from '../../storage/order-list.ts'
import { maskedOrder } from './masked-order.ts'
import type { Route } from './routes.ts'

export const listOrders: Route<'GET /orders'> = {
  query: ORDERS_QUERY,
  async answer({ desk, query }) {
    const page = await listStored(desk.context.database, query, desk.context.clock.now())
    return { ...page, rows: page.rows.map(maskedOrder) }
  },
}
