import { check } from '../http/check.ts'
import { notThere } from '../http/refusal.ts'
import { serial } from '../http/words.ts'
import { explainFailure } from '../observe/explain-failure.ts'
import { readCall as readBooks } from '../storage/call-list.ts'
import type { Route } from './routes.ts'

export const readCall: Route<'GET /calls/:callId'> = {
  async answer({ desk: { rooms }, params: { callId = '' } }) {
    const call = await readBooks(rooms.books, check(callId, serial))
    if (!call) throw notThere('call', callId)
    return call.errorKind === undefined ? call : { ...call, explains: explainFailure(call.errorKind, call.code) }
  },
}
