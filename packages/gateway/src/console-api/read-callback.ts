import { check } from '../http/check.ts'
import { notThere } from '../http/refusal.ts'
import { serial } from '../http/words.ts'
import { readCallback as readBooks } from '../storage/callback-list.ts'
import type { Route } from './routes.ts'

export const readCallback: Route<'GET /callbacks/:callbackId'> = {
  async answer({ desk: { rooms }, params: { callbackId = '' } }) {
    const callback = await readBooks(rooms.books, check(callbackId, serial))
    if (!callback) throw notThere('callback', callbackId)
    return callback
  },
}
