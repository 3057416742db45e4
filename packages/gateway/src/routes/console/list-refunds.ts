import { REFUNDS_QUERY } from '../../http/schemas.ts'
import { listRefunds as listStored } from '../../storage/refunds.ts'
import type { Route } from './routes.ts'

export const listRefunds: Route<'GET /refunds'> = {
  query: REFUNDS_QUERY,
  answer: ({ desk, query }) => listStored(desk.context.database, query),
}
