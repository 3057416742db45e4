import { ROLES } from '@galla/contract/gateway-api/roles'
import type { ChangeUser, InviteUser } from '@galla/contract/gateway-api/users'
import { z } from 'zod'
import { HttpError } from '../../http/responses.ts'
import { closeSessions, listSessions } from '../../services/access/console-sessions.ts'
import {
  changeUser,
  checkUserName,
  inviteAgain,
  inviteUser,
  userForConsole,
  usersForConsole,
} from '../../services/access/users.ts'
import type { HandlersOf } from './context.ts'

export const userRoutes = {
  'GET /users': { handle: async ({ context }) => ({ rows: await usersForConsole(context.gateway) }) },
  'POST /users': {
    body: z.strictObject({ name: z.string().max(200), role: z.enum(ROLES) }) satisfies z.ZodType<InviteUser>,
    handle: ({ context, body }) => inviteUser(context.gateway, { ...body, name: checkUserName(body.name) }),
  },
  'POST /users/:userId/change': {
    body: z.strictObject({
      role: z.exactOptional(z.enum(ROLES)),
      disabled: z.exactOptional(z.boolean()),
    }) satisfies z.ZodType<ChangeUser>,
    async handle({ context, params: { userId = '' }, body }) {
      const user = await changeUser(context.gateway, userId, body)
      if (user !== 'last-admin') return user
      throw new HttpError(409, 'LAST_ADMIN', 'This is the last admin who can log in: make another user admin first.')
    },
  },
  'POST /users/:userId/invite': {
    handle: ({ context: { gateway, session }, params: { userId = '' } }) =>
      inviteAgain(gateway, userId, session.sessionId),
  },
  'GET /users/:userId/sessions': {
    async handle({ context: { gateway, session }, params: { userId = '' } }) {
      const user = await userForConsole(gateway, userId)
      return { rows: await listSessions(gateway, user.userId, session.sessionId) }
    },
  },
  'DELETE /users/:userId/sessions': {
    async handle({ context: { gateway }, params: { userId = '' } }) {
      return { closed: await closeSessions(gateway, await userForConsole(gateway, userId)) }
    },
  },
} satisfies HandlersOf<
  | 'GET /users'
  | 'POST /users'
  | 'POST /users/:userId/change'
  | 'POST /users/:userId/invite'
  | 'GET /users/:userId/sessions'
  | 'DELETE /users/:userId/sessions'
>
