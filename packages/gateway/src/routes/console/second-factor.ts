import { ROLES } from '@galla/contract/gateway-api/roles'
import type { SecuritySettings } from '@galla/contract/gateway-api/users'
import { z } from 'zod'
import { networksOf } from '../../http/client-address.ts'
import type { HttpErrorCode } from '../../http/error-codes.ts'
import { HttpError } from '../../http/responses.ts'
import { auditLogin, proveAgain } from '../../services/access/console-sessions.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  isCodeOf,
  saveSecuritySettings,
  secondFactorOf,
  securitySettings,
} from '../../services/access/second-factor.ts'
import { hasSecondFactor, isPasswordOf, type StoredUser, storedUser, userNamed } from '../../services/access/users.ts'
import type { HandlersOf, UserContext } from './context.ts'
import { refuseStale } from './session.ts'

export const PASSWORD = z.string().min(1).max(1_000)
export const CODE = z.string().min(1).max(40)

/**
 * Checks the own password, and a code when one is needed: an open browser is not enough to change the second factor. What is right proves
 * who the person is.
 */
export async function checkOwn(
  context: UserContext,
  field: string,
  password: string,
  code?: string,
): Promise<StoredUser> {
  const { gateway, session, loginLimit, encryption } = context
  const user = await userNamed(gateway, session.user.name)
  const { user: owner, sessionId } = session
  const source = { ...networksOf(gateway.actor?.address ?? 'unknown'), user: owner.userId, session: sessionId }
  let wrong: { code: HttpErrorCode; message: string; field: string } = {
    code: 'WRONG_PASSWORD',
    message: 'This is not your current password.',
    field,
  }
  const fits = async () => {
    if (!user || !(await isPasswordOf(user, password, context.password.fits))) return false
    if (code === undefined) return true
    wrong = { code: 'WRONG_CODE', message: 'The code is wrong, or was used before.', field: 'code' }
    return loginLimit.attemptCode(sessionSource(context), () => isCodeOf({ gateway, encryption }, user, code))
  }
  if (!(await loginLimit.attempt(source, fits)) || !user) {
    const what = wrong.code === 'WRONG_CODE' ? 'wrong code' : 'wrong password'
    await auditLogin(gateway, what, gateway.clock.now(), 'in an open session')
    throw new HttpError(400, wrong.code, wrong.message, { field: wrong.field })
  }
  await proveAgain(gateway, session, 'with the password').catch(refuseStale)
  return user
}

/** Counted for this session: nobody else uses these attempts up. */
export const sessionSource = ({ session }: UserContext) => ({
  user: session.user.userId,
  browser: `session ${session.sessionId}`,
})

export const secondFactorRoutes = {
  'GET /account/second-factor': {
    handle: ({ context: { gateway, session } }) => secondFactorOf(gateway, session.user.userId),
  },
  'POST /account/second-factor/begin': {
    body: z.strictObject({ password: PASSWORD }),
    async handle({ context, body }) {
      const proved = await checkOwn(context, 'password', body.password)
      if (proved.totpSecret !== undefined)
        throw new HttpError(
          409,
          'HAS_SECOND_FACTOR',
          'You have a second factor already. Remove it first, with one of its codes.',
        )
      return beginSecondFactor(context, proved).catch(refuseStale)
    },
  },
  'POST /account/second-factor/confirm': {
    body: z.strictObject({ code: CODE }),
    async handle({ context, body }) {
      const { sessionId, user } = context.session
      let recoveryCodes: string[] = []
      await context.loginLimit.attemptCode(sessionSource(context), async () => {
        recoveryCodes = await confirmSecondFactor(context, { userId: user.userId, sessionId }, body.code)
        return true
      })
      return { recoveryCodes }
    },
  },
  'POST /account/second-factor/remove': {
    body: z.strictObject({ password: PASSWORD, code: CODE }),
    async handle({ context, body }) {
      const { gateway, session } = context
      if (!session.credentials.hasApp)
        throw new HttpError(404, 'NOT_FOUND', 'You have no authenticator app. Passkeys are removed one by one.')
      const proved = await checkOwn(context, 'password', body.password, body.code)
      await dropSecondFactor(gateway, proved.userId, { proved, sessionId: session.sessionId }).catch(refuseStale)
      return secondFactorOf(gateway, proved.userId)
    },
  },
  'POST /users/:userId/remove-second-factor': {
    handle({ context: { gateway, session }, params: { userId = '' } }) {
      if (userId === session.user.userId)
        throw new HttpError(
          409,
          'OWN_SECOND_FACTOR',
          'Remove your own second factor under Your account, with your password and one of its codes.',
        )
      return dropSecondFactor(gateway, userId)
    },
  },
  'GET /security': { handle: ({ context }) => securitySettings(context.gateway) },
  'POST /security': {
    body: z.strictObject({ secondFactorRoles: z.array(z.enum(ROLES)).max(10) }) satisfies z.ZodType<SecuritySettings>,
    async handle({ context: { gateway, session }, body }) {
      const own = await storedUser(gateway, session.user.userId)
      if (body.secondFactorRoles.includes(session.user.role) && !(own && hasSecondFactor(own)))
        throw new HttpError(409, 'OWN_SECOND_FACTOR', 'Set up your own second factor first: your role would need one.')
      return saveSecuritySettings(gateway, body)
    },
  },
} satisfies HandlersOf<
  | 'GET /account/second-factor'
  | 'POST /account/second-factor/begin'
  | 'POST /account/second-factor/confirm'
  | 'POST /account/second-factor/remove'
  | 'POST /users/:userId/remove-second-factor'
  | 'GET /security'
  | 'POST /security'
>
