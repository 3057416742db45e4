import { z } from 'zod'
import { flag, page, span, text } from '../../http/schemas.ts'
import { listCallbacks as listStored } from '../../storage/callbacks.ts'
import type { Route } from './routes.ts'

export const listCallbacks: Route<'GET /callbacks'> = {
  query: z.strictObject({
    verdict: z.exactOptional(text),
    needsReview: z.exactOptional(flag),
    unknownEvent: z.exactOptional(flag),
    event: z.exactOptional(text),
    id: z.exactOptional(text),
    ...span,
    ...page,
  }),
  answer: ({ desk, query }) => listStored(desk.context.database, query),
}
