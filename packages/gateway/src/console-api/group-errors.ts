import { z } from 'zod'
import { span } from '../http/words.ts'
import { explainFailure } from '../observe/explain-failure.ts'
import { groupErrors as groupBooks } from '../storage/call-list.ts'
import type { Route } from './routes.ts'

export const groupErrors: Route<'GET /calls/errors'> = {
  query: z.strictObject(span),
  async answer({ desk: { rooms }, query }) {
    const groups = await groupBooks(rooms.books, query)
    return { groups: groups.map((group) => ({ ...group, explains: explainFailure(group.errorKind, group.code) })) }
  },
}
