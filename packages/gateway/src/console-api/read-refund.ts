import { viewRefund } from '../doors/views.ts'
import { notThere } from '../http/refusal.ts'
import { readRefund as readBooks } from '../storage/refunds.ts'
import type { Route } from './routes.ts'

export const readRefund: Route<'GET /refunds/:merchantRefundId'> = {
  async answer({ desk: { rooms }, params: { merchantRefundId = '' } }) {
    const row = await readBooks(rooms.books, merchantRefundId)
    if (!row) throw notThere('refund', merchantRefundId)
    return viewRefund(row)
  },
}
