import { proofOf } from '../books/proof.ts'
import { notThere } from '../http/refusal.ts'
import { oneOrder } from '../storage/order-list.ts'
import { decisionsOf } from '../storage/timeline.ts'
import type { Route } from './routes.ts'

export const proveOrder: Route<'GET /orders/:merchantOrderId/proof'> = {
  async answer({ desk: { rooms }, params: { merchantOrderId = '' } }) {
    const order = await oneOrder(rooms.books, merchantOrderId)
    if (!order) throw notThere('order', merchantOrderId)
    return proofOf(order, await decisionsOf(rooms.books, merchantOrderId))
  },
}
