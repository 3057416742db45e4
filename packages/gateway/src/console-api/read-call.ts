import { explainFailure } from '../observe/explain-failure.ts'
import { readCall as readBooks } from '../storage/call-list.ts'
import { check } from './read-body.ts'
import { notThere } from './refusal.ts'
import type { Route } from './routes.ts'
import { serial } from './words.ts'

export const readCall: Route<'GET /calls/:callId'> = {
  async answer({ desk: { rooms }, params: { callId = '' } }) {
    const call = await readBooks(rooms.books, check(callId, serial))
    if (!call) throw notThere('call', callId)
    return call.errorKind === undefined ? call : { ...call, explains: explainFailure(call.errorKind, call.code) }
  },
}
