import { check } from '../../http/request.ts'
import { notFound } from '../../http/responses.ts'
import { serial } from '../../http/schemas.ts'
import { readCallback as readStored } from '../../storage/callbacks.ts'
import type { Route } from './routes.ts'

export const readCallback: Route<'GET /callbacks/:callbackId'> = {
  async answer({ desk: { context }, params: { callbackId = '' } }) {
    const callback = await readStored(context.database, check(callbackId, serial))
    if (!callback) throw notFound('callback', callbackId)
    return callback
  },
}
