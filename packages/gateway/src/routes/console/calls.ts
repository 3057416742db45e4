import { z } from 'zod'
import { check } from '../../http/request.ts'
import { notFound } from '../../http/responses.ts'
import { page, serial, span, text } from '../../http/schemas.ts'
import { callErrors, callForConsole, callsForConsole } from '../../services/console-records.ts'
import type { HandlersOf } from './context.ts'

export const callRoutes = {
  'GET /calls': {
    query: z.strictObject({
      endpoint: z.exactOptional(text),
      outcome: z.exactOptional(text),
      errorKind: z.exactOptional(text),
      code: z.exactOptional(text),
      id: z.exactOptional(text),
      sort: z.exactOptional(z.literal('duration')),
      ...span,
      ...page,
    }),
    handle: ({ context, query }) => callsForConsole(context.gateway, query),
  },
  'GET /calls/errors': {
    query: z.strictObject(span),
    handle: async ({ context, query }) => ({ groups: await callErrors(context.gateway, query) }),
  },
  'GET /calls/:callId': {
    async handle({ context, params: { callId = '' } }) {
      const call = await callForConsole(context.gateway, check(callId, serial))
      if (!call) throw notFound('call', callId)
      return call
    },
  },
} satisfies HandlersOf<'GET /calls' | 'GET /calls/errors' | 'GET /calls/:callId'>
