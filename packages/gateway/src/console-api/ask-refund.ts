import { askRefund as askProvider } from '../doors/ask-provider.ts'
import { settleRefund } from '../doors/settle-refund.ts'
import { viewRefund } from '../doors/views.ts'
import { notThere } from '../http/refusal.ts'
import { readRefund } from '../storage/refunds.ts'
import type { Route } from './routes.ts'

export const askRefund: Route<'POST /refunds/:merchantRefundId/sync'> = {
  async answer({ desk: { rooms }, params: { merchantRefundId = '' } }) {
    const row = await readRefund(rooms.books, merchantRefundId)
    if (!row) throw notThere('refund', merchantRefundId)
    const settled = await settleRefund(rooms, row, await askProvider(rooms, merchantRefundId))
    return viewRefund(settled?.refund ?? row)
  },
}
