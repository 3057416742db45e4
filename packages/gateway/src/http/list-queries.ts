import type { RefundsQuery } from '@galla/contract/gateway-api/merchant-routes'
import type { OrdersQuery } from '@galla/contract/gateway-api/orders'
import { z } from 'zod'
import { flag, page, span, text, whole } from './words.ts'

export const ORDERS_QUERY = z.strictObject({
  state: z.exactOptional(text),
  paymentMode: z.exactOptional(text),
  needsReview: z.exactOptional(flag),
  delayed: z.exactOptional(flag),
  ...span,
  minAmount: z.exactOptional(whole),
  maxAmount: z.exactOptional(whole),
  sort: z.exactOptional(z.enum(['created', 'amount', 'updated'])),
  ...page,
}) satisfies z.ZodType<OrdersQuery>

export const REFUNDS_QUERY = z.strictObject({
  state: z.exactOptional(text),
  merchantOrderId: z.exactOptional(text),
  ...page,
}) satisfies z.ZodType<RefundsQuery>
