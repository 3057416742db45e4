import { notThere, Refusal } from '../http/refusal.ts'
import { writeAudit } from '../storage/audit.ts'
import { readEffect } from '../storage/effect-list.ts'
import { retryEffect as retryBooks } from '../storage/effects.ts'
import type { Route } from './routes.ts'

export const retryEffect: Route<'POST /deliveries/:deliveryId/retry'> = {
  async answer({ desk: { rooms }, params: { deliveryId = '' } }) {
    const atMs = rooms.clock.now()
    const retried = await retryBooks(rooms.books, deliveryId, atMs)
    const effect = await readEffect(rooms.books, deliveryId)
    if (!effect) throw notThere('effect', deliveryId)
    if (!retried) throw new Refusal(409, 'ALREADY_DONE', 'This was done already, and is done once.')
    rooms.wake('effects')
    await writeAudit(rooms.books, { atMs, what: 'tried again', kind: 'effect', id: deliveryId })
    return effect
  },
}
