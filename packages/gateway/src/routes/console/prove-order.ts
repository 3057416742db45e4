import { proofOf } from '../../domain/proof.ts'
import { notFound } from '../../http/responses.ts'
import { readOrderView } from '../../storage/order-list.ts'
import { decisionsOf } from '../../storage/timeline.ts'
import type { Route } from './routes.ts'

export const proveOrder: Route<'GET /orders/:merchantOrderId/proof'> = {
  async answer({ desk: { context }, params: { merchantOrderId = '' } }) {
    const order = await readOrderView(context.database, merchantOrderId)
    if (!order) throw notFound('order', merchantOrderId)
    return proofOf(order, await decisionsOf(context.database, merchantOrderId))
  },
}
