import { notThere } from '../http/refusal.ts'
import { readEffect as readBooks } from '../storage/effect-list.ts'
import type { Route } from './routes.ts'

export const readEffect: Route<'GET /deliveries/:deliveryId'> = {
  async answer({ desk: { rooms }, params: { deliveryId = '' } }) {
    const effect = await readBooks(rooms.books, deliveryId)
    if (!effect) throw notThere('effect', deliveryId)
    return effect
  },
}
