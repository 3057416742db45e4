import { check } from '../../http/check.ts'
import { notFound } from '../../http/refusal.ts'
import { serial } from '../../http/words.ts'
import { readCallback as readStored } from '../../storage/callback-list.ts'
import type { Route } from './routes.ts'

export const readCallback: Route<'GET /callbacks/:callbackId'> = {
  async answer({ desk: { context }, params: { callbackId = '' } }) {
    const callback = await readStored(context.database, check(callbackId, serial))
    if (!callback) throw notFound('callback', callbackId)
    return callback
  },
}
