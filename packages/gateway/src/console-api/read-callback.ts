import { readCallback as readBooks } from '../storage/callback-list.ts'
import { check } from './read-body.ts'
import { notThere } from './refusal.ts'
import type { Route } from './routes.ts'
import { serial } from './words.ts'

export const readCallback: Route<'GET /callbacks/:callbackId'> = {
  async answer({ desk: { rooms }, params: { callbackId = '' } }) {
    const callback = await readBooks(rooms.books, check(callbackId, serial))
    if (!callback) throw notThere('callback', callbackId)
    return callback
  },
}
