import type { OrdersQuery } from '@galla/contract/books/orders'
import { z } from 'zod'
import { listOrders as listBooks } from '../storage/order-list.ts'
import { maskedOrder } from './masked-order.ts'
import type { Route } from './routes.ts'
import { flag, page, span, text, whole } from './words.ts'

export const ORDERS_QUERY = z.strictObject({
  state: z.exactOptional(text),
  paymentMode: z.exactOptional(text),
  parked: z.exactOptional(flag),
  stuck: z.exactOptional(flag),
  ...span,
  minAmount: z.exactOptional(whole),
  maxAmount: z.exactOptional(whole),
  sort: z.exactOptional(z.enum(['created', 'amount', 'updated'])),
  ...page,
}) satisfies z.ZodType<OrdersQuery>

export const listOrders: Route<'GET /orders'> = {
  query: ORDERS_QUERY,
  async answer({ desk, query }) {
    const page = await listBooks(desk.rooms.books, query, desk.rooms.clock.now())
    return { ...page, rows: page.rows.map(maskedOrder) }
  },
}
