import { replay } from '../../services/replay.ts'
import { writeAudit } from '../../storage/audit.ts'
import { CALLBACK_IDS } from './preview-replay.ts'
import type { Route } from './routes.ts'

export const replayCallbacks: Route<'POST /callbacks/replay'> = {
  body: CALLBACK_IDS,
  async answer({ desk: { context }, body: { callbackIds } }) {
    const replayed = await replay(context, callbackIds)
    const atMs = context.clock.now()
    for (const id of callbackIds) await writeAudit(context.database, { atMs, what: 'replayed', kind: 'callback', id })
    return { replayed }
  },
}
