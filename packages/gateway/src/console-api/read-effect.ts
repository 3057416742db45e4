import { notThere } from '../http/refusal.ts'
import { readEffect as readBooks } from '../storage/effect-list.ts'
import type { Route } from './routes.ts'

export const readEffect: Route<'GET /effects/:effectId'> = {
  async answer({ desk: { rooms }, params: { effectId = '' } }) {
    const effect = await readBooks(rooms.books, effectId)
    if (!effect) throw notThere('effect', effectId)
    return effect
  },
}
