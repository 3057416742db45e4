import { z } from 'zod'
import { HttpError } from '../../http/responses.ts'
import { auditLogin, proveAgain } from '../../services/access/console-sessions.ts'
import { challengeOf, PasskeyError, requestProof, userOfProof } from '../../services/access/passkeys.ts'
import { isCodeOf } from '../../services/access/second-factor.ts'
import { storedUser } from '../../services/access/users.ts'
import { type HandlersOf, type UserContext, waysToProve } from './context.ts'
import { PASSKEY_PROOF, withParty } from './passkeys.ts'
import { CODE, checkOwn, PASSWORD, sessionSource } from './second-factor.ts'
import { refuseStale } from './session.ts'

type GivenProof = z.infer<typeof GIVEN_PROOF>

const GIVEN_PROOF = z
  .strictObject({
    password: z.exactOptional(PASSWORD),
    code: z.exactOptional(CODE),
    passkey: z.exactOptional(PASSKEY_PROOF),
  })
  .refine((given) => Object.keys(given).length === 1, 'must be one of password, code and passkey')

/** Records the proof, and how it was given. Its number is limited as that of logins: each is an entry of the audit log. */
async function prove(context: UserContext, how: string): Promise<void> {
  await context.loginLimit.countLogin(context.session.user.userId)
  await proveAgain(context.gateway, context.session, how).catch(refuseStale)
}

async function checkCode(context: UserContext, code: string): Promise<void> {
  const { gateway, session, encryption, loginLimit } = context
  const user = await storedUser(gateway, session.user.userId)
  const isRight =
    user !== undefined &&
    (await loginLimit.attemptCode(sessionSource(context), () => isCodeOf({ gateway, encryption }, user, code)))
  if (isRight) return prove(context, 'with a code')
  await auditLogin(gateway, 'wrong code', gateway.clock.now(), 'in an open session')
  throw new HttpError(400, 'WRONG_CODE', 'The code is wrong, or was used before.', { field: 'code' })
}

/** Counted as a code is: of a passkey nothing can be guessed, but each wrong one is an entry of the audit log. */
async function checkPasskey(context: UserContext, given: NonNullable<GivenProof['passkey']>): Promise<void> {
  const { gateway, session, loginLimit } = context
  const result = { name: '', refusal: new PasskeyError('This passkey is not valid.') }
  const isRight = await loginLimit.attemptCode(sessionSource(context), async () => {
    try {
      const { user, passkey } = await userOfProof(withParty(context), challengeOf('proof', session.sessionId), given)
      if (user.userId !== session.user.userId) throw new PasskeyError('This passkey belongs to another user.', user)
      result.name = passkey
      return true
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error
      result.refusal = error
      return false
    }
  })
  if (isRight) return prove(context, `with the passkey ${result.name}`)
  const { user, message } = result.refusal
  if (user) await auditLogin(gateway, 'wrong passkey', gateway.clock.now(), 'in an open session')
  throw new HttpError(400, 'WRONG_PASSKEY', message, { field: 'passkey' })
}

/** Routes by which a logged-in person proves again who they are. */
export const proofRoutes = {
  'POST /session/proof/options': {
    handle: ({ context }) =>
      requestProof(withParty(context), challengeOf('proof', context.session.sessionId), context.session.user.userId),
  },
  'POST /session/proof': {
    body: GIVEN_PROOF,
    async handle({ context, body: { password, code, passkey } }) {
      const ways = waysToProve(context, context)
      const way = password !== undefined ? 'password' : code !== undefined ? 'code' : 'passkey'
      if (!ways.includes(way))
        throw new HttpError(
          400,
          'INVALID_REQUEST',
          `${way} is not one of your ways: ${ways.join(', ') || 'log in again'}`,
          {
            field: way,
          },
        )
      // Records the proof, as for every route with the own password.
      if (password !== undefined) await checkOwn(context, 'password', password)
      if (code !== undefined) await checkCode(context, code)
      if (passkey !== undefined) await checkPasskey(context, passkey)
      return { ok: true }
    },
  },
} satisfies HandlersOf<'POST /session/proof/options' | 'POST /session/proof'>
