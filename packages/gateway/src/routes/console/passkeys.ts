import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { NewPasskey, PasskeyProof, PasskeyRequest } from '@galla/contract/gateway-api/passkeys'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { networksOf } from '../../http/client-address.ts'
import { addressOf, hostOf, readBody } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { actingAs } from '../../services/access/audit.ts'
import { auditLogin } from '../../services/access/console-sessions.ts'
import {
  addPasskey,
  arePasskeysUsed,
  CHALLENGE_MS,
  type PasskeyContext,
  PasskeyError,
  passkeysForConsole,
  removePasskey,
  requestPasskey,
  requestProof,
  userOfProof,
} from '../../services/access/passkeys.ts'
import type { StoredUser } from '../../services/access/users.ts'
import type { ConsoleContext, HandlersOf, UserContext } from './context.ts'
import { knownBrowser, loginSource, openSession } from './session.ts'

/** base64url of at most so many characters. */
const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
/** Authenticators may name a passkey with 1,023 bytes. */
const CREDENTIAL_ID = bytes(1_364)

/** Browsers add fields that nobody here reads. */
export const PASSKEY_PROOF = z.object({
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(2_000),
    authenticatorData: bytes(2_000),
    signature: bytes(1_000),
    userHandle: z.exactOptional(bytes(100)),
  }),
}) satisfies z.ZodType<PasskeyProof>

const NEW_PASSKEY = z.object({
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(2_000),
    attestationObject: bytes(20_000),
    transports: z.exactOptional(z.array(z.string().max(20)).max(10)),
  }),
}) satisfies z.ZodType<NewPasskey>

const NOT_HERE = 'Passkeys need https and a host name, or http://localhost: they do not work at an IP address.'

/** @throws HttpError 409 where browsers have no passkeys */
export function withParty({ gateway, party }: Pick<UserContext, 'gateway' | 'party'>): PasskeyContext {
  if (!party) throw new HttpError(409, 'NO_PASSKEYS', NOT_HERE)
  return { gateway, party }
}

const partyOf = ({ address }: ConsoleContext, c: Context) => address.partyAt(hostOf(c.req.raw))

/** Tells whether the login page offers passkeys: somebody has a passkey for the page's address. */
export async function offersPasskeys(console: ConsoleContext, c: Context): Promise<boolean> {
  const party = partyOf(console, c)
  return party !== undefined && arePasskeysUsed(console.gateway, party)
}

/** Names a login under way in one browser. */
const attemptName = (https: boolean) => `${https ? '__Host-' : ''}galla-passkey`

const loginOf = (token: string) => `login ${createHash('sha256').update(token).digest('base64url')}`

/** Begins a login with a passkey. Anybody can, so the number of open ones is limited by address or known browser. */
export async function passkeyOptions(console: ConsoleContext, c: Context): Promise<PasskeyRequest> {
  const { gateway, address, loginLimit } = console
  const context = withParty({ gateway, party: partyOf(console, c) })
  await loginLimit.countChallenge({ ...networksOf(addressOf(c)), browser: await knownBrowser(console, c) })
  const token = randomBytes(32).toString('base64url')
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: address.https } as const
  setCookie(c, attemptName(address.https), token, { ...options, maxAge: CHALLENGE_MS / 1_000 })
  return requestProof(context, loginOf(token))
}

/**
 * The user whose passkey has answered the challenge of this browser.
 * @throws HttpError 401
 */
export async function userOfLogin(
  console: ConsoleContext,
  c: Context,
  proof: PasskeyProof,
): Promise<{ user: StoredUser; passkey: string }> {
  const { gateway, address, loginLimit } = console
  const context = withParty({ gateway, party: partyOf(console, c) })
  const token = getCookie(c, attemptName(address.https)) ?? ''
  try {
    return await userOfProof(context, loginOf(token), proof)
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error
    const { user } = error
    // As a wrong password: an entry, unless there are too many.
    if (user && loginLimit.leftOutBefore(loginSource(console, c, addressOf(c), user)) !== undefined) {
      const actor = { who: user.name, userId: user.userId, address: c.env?.address }
      await auditLogin(actingAs(gateway, actor), 'wrong passkey', gateway.clock.now())
    }
    throw new HttpError(401, 'WRONG_PASSKEY', error.message, { field: 'passkey' })
  }
}

const LOGIN = z.strictObject({ passkey: PASSKEY_PROOF })

/** Logs in with a passkey alone. */
export async function logInWithPasskey(console: ConsoleContext, c: Context): Promise<Session> {
  const { user, passkey } = await userOfLogin(console, c, (await readBody(c, LOGIN)).passkey)
  return openSession(console, c, user, { how: `with the passkey ${passkey}` })
}

/** The passkeys of the person who is logged in. */
export const passkeyRoutes = {
  'GET /account/passkeys': {
    handle: async ({ context: { gateway, session, party } }) => ({
      rows: await passkeysForConsole(gateway, session.user.userId),
      ...(!party && { unavailable: true as const }),
    }),
  },
  'POST /account/passkeys/options': {
    handle: ({ context }) => {
      const { sessionId, user } = context.session
      return requestPasskey(withParty(context), { ...user, sessionId })
    },
  },
  'POST /account/passkeys': {
    body: z.strictObject({ name: z.string().max(100), passkey: NEW_PASSKEY }),
    handle: ({ context, body }) => {
      const { sessionId, user } = context.session
      return addPasskey(withParty(context), { userId: user.userId, sessionId }, body)
    },
  },
  'DELETE /account/passkeys/:passkeyId': {
    async handle({ context: { gateway, session, oidc }, params: { passkeyId = '' } }) {
      const { sessionId, user } = session
      const own = { userId: user.userId, sessionId, issuer: oidc?.settings.issuer }
      if ((await removePasskey(gateway, own, passkeyId)) === 'removed') return { ok: true }
      throw new HttpError(
        409,
        'LAST_WAY_IN',
        'This passkey is your only way to log in: add another passkey, or ask an admin for a link to set a password.',
      )
    },
  },
} satisfies HandlersOf<
  | 'GET /account/passkeys'
  | 'POST /account/passkeys/options'
  | 'POST /account/passkeys'
  | 'DELETE /account/passkeys/:passkeyId'
>
