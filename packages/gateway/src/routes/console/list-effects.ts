import { z } from 'zod'
import { flag, page, text } from '../../http/schemas.ts'
import { listDeliveries as listStored } from '../../storage/deliveries.ts'
import type { Route } from './routes.ts'

export const listDeliveries: Route<'GET /deliveries'> = {
  query: z.strictObject({ needsReview: z.exactOptional(flag), state: z.exactOptional(text), ...page }),
  answer: ({ desk, query }) => listStored(desk.context.database, query),
}
