import { check } from '../../http/check.ts'
import { notFound } from '../../http/refusal.ts'
import { serial } from '../../http/words.ts'
import { explainFailure } from './explain-failure.ts'
import { readCall as readStored } from '../../storage/call-list.ts'
import type { Route } from './routes.ts'

export const readCall: Route<'GET /calls/:callId'> = {
  async answer({ desk: { context }, params: { callId = '' } }) {
    const call = await readStored(context.database, check(callId, serial))
    if (!call) throw notFound('call', callId)
    return call.errorKind === undefined ? call : { ...call, explains: explainFailure(call.errorKind, call.code) }
  },
}
