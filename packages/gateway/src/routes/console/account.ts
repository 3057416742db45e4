import { z } from 'zod'
import { notFound } from '../../http/responses.ts'
import { closeSessions, listSessions } from '../../services/access/console-sessions.ts'
import { changePassword } from '../../services/access/users.ts'
import type { HandlersOf } from './context.ts'
import { checkOwn } from './second-factor.ts'
import { refuseStale } from './session.ts'

/** The routes that everybody may call for their own account. */
export const accountRoutes = {
  'GET /account/sessions': {
    handle: async ({ context: { gateway, session } }) => ({
      rows: await listSessions(gateway, session.user.userId, session.sessionId),
    }),
  },
  'DELETE /account/sessions/:sessionId': {
    async handle({ context: { gateway, session }, params: { sessionId = '' } }) {
      if ((await closeSessions(gateway, session.user, sessionId)) === 0) throw notFound('session', sessionId)
      return { ok: true }
    },
  },
  'POST /account/password': {
    body: z.strictObject({ current: z.string().min(1).max(1_000), password: z.string().max(1_000) }),
    async handle({ context, body: { current, password } }) {
      const { gateway, session } = context
      const proved = await checkOwn(context, 'current', current)
      await changePassword(gateway, { proved, sessionId: session.sessionId }, password).catch(refuseStale)
      return { ok: true }
    },
  },
} satisfies HandlersOf<'GET /account/sessions' | 'DELETE /account/sessions/:sessionId' | 'POST /account/password'>
