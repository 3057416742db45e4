import { replay } from '../doors/replay.ts'
import { writeAudit } from '../storage/audit.ts'
import { CALLBACK_IDS } from './preview-replay.ts'
import type { Route } from './routes.ts'

export const replayCallbacks: Route<'POST /callbacks/replay'> = {
  body: CALLBACK_IDS,
  async answer({ desk: { rooms }, body: { callbackIds } }) {
    const replayed = await replay(rooms, callbackIds)
    const atMs = rooms.clock.now()
    for (const id of callbackIds) await writeAudit(rooms.books, { atMs, what: 'replayed', kind: 'callback', id })
    return { replayed }
  },
}
