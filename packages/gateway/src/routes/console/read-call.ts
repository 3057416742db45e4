import { check } from '../../http/request.ts'
import { notFound } from '../../http/responses.ts'
import { serial } from '../../http/schemas.ts'
import { readCall as readStored } from '../../storage/calls.ts'
import { explainFailure } from './explain-failure.ts'
import type { Route } from './routes.ts'

export const readCall: Route<'GET /calls/:callId'> = {
  async answer({ desk: { context }, params: { callId = '' } }) {
    const call = await readStored(context.database, check(callId, serial))
    if (!call) throw notFound('call', callId)
    return call.errorKind === undefined ? call : { ...call, explains: explainFailure(call.errorKind, call.code) }
  },
}
