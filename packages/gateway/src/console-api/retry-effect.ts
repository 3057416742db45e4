import { notThere, Refusal } from '../http/refusal.ts'
import { writeAudit } from '../storage/audit.ts'
import { readEffect } from '../storage/effect-list.ts'
import { retryEffect as retryBooks } from '../storage/effects.ts'
import type { Route } from './routes.ts'

export const retryEffect: Route<'POST /effects/:effectId/retry'> = {
  async answer({ desk: { rooms }, params: { effectId = '' } }) {
    const atMs = rooms.clock.now()
    const retried = await retryBooks(rooms.books, effectId, atMs)
    const effect = await readEffect(rooms.books, effectId)
    if (!effect) throw notThere('effect', effectId)
    if (!retried) throw new Refusal(409, 'ALREADY_DONE', 'This was done already, and is done once.')
    rooms.wake('effects')
    await writeAudit(rooms.books, { atMs, what: 'tried again', kind: 'effect', id: effectId })
    return effect
  },
}
