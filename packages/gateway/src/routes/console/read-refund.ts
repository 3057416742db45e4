import { notFound } from '../../http/responses.ts'
import { viewRefund } from '../../services/views.ts'
import { readRefund as readStored } from '../../storage/refunds.ts'
import type { Route } from './routes.ts'

export const readRefund: Route<'GET /refunds/:merchantRefundId'> = {
  async answer({ desk: { context }, params: { merchantRefundId = '' } }) {
    const row = await readStored(context.database, merchantRefundId)
    if (!row) throw notFound('refund', merchantRefundId)
    return viewRefund(row)
  },
}
