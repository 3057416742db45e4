import { readReconciliation as readStored } from '../../storage/reconciliation.ts'
import type { Route } from './routes.ts'

export const readReconciliation: Route<'GET /reconciliation'> = {
  answer: ({ desk }) => readStored(desk.context.database),
}
