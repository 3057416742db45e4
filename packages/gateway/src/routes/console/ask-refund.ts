import { notFound } from '../../http/responses.ts'
import { checkRefundStatus as askProvider } from '../../services/check-status.ts'
import { applyRefundObservation } from '../../services/sync-refund.ts'
import { viewRefund } from '../../services/views.ts'
import { readRefund } from '../../storage/refunds.ts'
import type { Route } from './routes.ts'

export const checkRefundStatus: Route<'POST /refunds/:merchantRefundId/sync'> = {
  async answer({ desk: { context }, params: { merchantRefundId = '' } }) {
    const row = await readRefund(context.database, merchantRefundId)
    if (!row) throw notFound('refund', merchantRefundId)
    const applied = await applyRefundObservation(context, row, await askProvider(context, merchantRefundId))
    return viewRefund(applied?.refund ?? row)
  },
}
