import { z } from 'zod'
import { check } from '../../http/request.ts'
import { notFound } from '../../http/responses.ts'
import { CALLBACKS_QUERY, serial } from '../../http/schemas.ts'
import { replay } from '../../services/callbacks/replay.ts'
import { callbackForConsole, callbacksForConsole } from '../../services/console-records.ts'
import type { HandlersOf } from './context.ts'

const CALLBACK_IDS = z.strictObject({ callbackIds: z.array(serial).min(1) })

export const callbackRoutes = {
  'GET /callbacks': {
    query: CALLBACKS_QUERY,
    handle: ({ context, query }) => callbacksForConsole(context.gateway, query),
  },
  'GET /callbacks/:callbackId': {
    async handle({ context, params: { callbackId = '' } }) {
      const callback = await callbackForConsole(context.gateway, check(callbackId, serial))
      if (!callback) throw notFound('callback', callbackId)
      return callback
    },
  },
  'POST /callbacks/replay-preview': {
    body: CALLBACK_IDS,
    handle: ({ context, body }) => context.checks.previewReplay(context.gateway, body.callbackIds),
  },
  'POST /callbacks/replay': {
    body: CALLBACK_IDS,
    handle: async ({ context, body }) => ({ replayed: await replay(context.gateway, body.callbackIds) }),
  },
} satisfies HandlersOf<
  'GET /callbacks' | 'GET /callbacks/:callbackId' | 'POST /callbacks/replay-preview' | 'POST /callbacks/replay'
>
