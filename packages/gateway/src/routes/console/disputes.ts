import { z } from 'zod'
import { flag, page, serial } from '../../http/schemas.ts'
import { disputesForConsole } from '../../services/console-records.ts'
import { answeredByPerson } from '../../services/disputes/disputes.ts'
import type { HandlersOf } from './context.ts'

export const disputeRoutes = {
  'GET /disputes': {
    query: z.strictObject({ needsAnswer: z.exactOptional(flag), ...page }),
    handle: ({ context, query }) => disputesForConsole(context.gateway, query),
  },
  'POST /disputes/:disputeKey/answered': {
    body: z.strictObject({ callbackId: serial }),
    handle: ({ context, params: { disputeKey = '' }, body }) =>
      answeredByPerson(context.gateway, disputeKey, body.callbackId),
  },
} satisfies HandlersOf<'GET /disputes' | 'POST /disputes/:disputeKey/answered'>
