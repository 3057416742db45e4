import { z } from 'zod'
import { span } from '../../http/schemas.ts'
import { groupErrors as groupStored } from '../../storage/calls.ts'
import { explainFailure } from './explain-failure.ts'
import type { Route } from './routes.ts'

export const groupErrors: Route<'GET /calls/errors'> = {
  query: z.strictObject(span),
  async answer({ desk: { context }, query }) {
    const groups = await groupStored(context.database, query)
    return { groups: groups.map((group) => ({ ...group, explains: explainFailure(group.errorKind, group.code) })) }
  },
}
