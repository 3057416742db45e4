import { z } from 'zod'
import { page, span, text } from '../../http/schemas.ts'
import { listCalls as listStored } from '../../storage/calls.ts'
import type { Route } from './routes.ts'

export const listCalls: Route<'GET /calls'> = {
  query: z.strictObject({
    endpoint: z.exactOptional(text),
    outcome: z.exactOptional(text),
    errorKind: z.exactOptional(text),
    code: z.exactOptional(text),
    id: z.exactOptional(text),
    ...span,
    ...page,
  }),
  answer: ({ desk, query }) => listStored(desk.context.database, query),
}
