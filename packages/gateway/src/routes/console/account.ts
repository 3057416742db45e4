import { z } from 'zod'
import { networkOf } from '../../http/client-address.ts'
import { HttpError, notFound } from '../../http/responses.ts'
import { closeSessions, listSessions } from '../../services/console-sessions.ts'
import { changePassword, isPasswordOf, userNamed } from '../../services/users.ts'
import type { HandlersOf } from './context.ts'

/** What everybody may do with their own account. */
export const accountRoutes = {
  'GET /account/sessions': {
    answer: async ({ context: { gateway, session } }) => ({
      rows: await listSessions(gateway, session.user.userId, session.sessionId),
    }),
  },
  'DELETE /account/sessions/:sessionId': {
    async answer({ context: { gateway, session }, params: { sessionId = '' } }) {
      if ((await closeSessions(gateway, session.user, sessionId)) === 0) throw notFound('session', sessionId)
      return { ok: true }
    },
  },
  'POST /account/password': {
    body: z.strictObject({ current: z.string().min(1).max(1_000), password: z.string().max(1_000) }),
    async answer({ context, body: { current, password } }) {
      const { gateway, session, loginLimit } = context
      const { userId, name } = session.user
      const user = await userNamed(gateway, name)
      // Whoever finds an open browser must not guess the password without a limit.
      const source = { address: networkOf(gateway.actor?.address ?? 'unknown'), user: userId }
      const fits = () => isPasswordOf(user, current, context.password.fits)
      if (!(await loginLimit.attempt(source, fits)))
        throw new HttpError(400, 'WRONG_PASSWORD', 'This is not your current password.', { field: 'current' })
      await changePassword(gateway, { userId, sessionId: session.sessionId }, password)
      return { ok: true }
    },
  },
} satisfies HandlersOf<'GET /account/sessions' | 'DELETE /account/sessions/:sessionId' | 'POST /account/password'>
