import { randomBytes } from 'node:crypto'
import type { PlainAuditAction } from '@galla/contract/gateway-api/audit-actions'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@galla/contract/gateway-api/passkeys'
import type { Passkey } from '@galla/contract/gateway-api/users'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { printableName } from '../../domain/visible-text.ts'
import { describeError, GatewayError, invalid } from '../../errors.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import {
  deletePasskeys,
  findPasskey,
  hasPasskeysFor,
  insertPasskey,
  type PasskeyRow,
  passkeysOf,
  saveChallenge,
  savePasskeyUse,
  takeChallenge,
} from '../../storage/access/passkeys.ts'
import { deleteUnneededCodes } from '../../storage/access/second-factors.ts'
import { deleteSessionsOf } from '../../storage/access/sessions.ts'
import { hasSecondFactor, lockUser, readUser, type UserRow } from '../../storage/access/users.ts'
import type { Queries } from '../../storage/database.ts'
import { newRecoveryCodes } from './second-factor.ts'
import { tellUser } from './tell-user.ts'

/** The party that asks for passkeys. The authenticator signs for this host name, at this origin only. */
export interface RelyingParty {
  readonly host: string
  readonly origin: string
}

/** The context, and who asks. */
export interface PasskeyContext {
  readonly gateway: GatewayContext
  readonly party: RelyingParty
}

/** Why a passkey was refused. The message is for the person. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  /** The owner of the passkey; undefined for an unknown passkey. */
  readonly user: UserRow | undefined

  constructor(message: string, user?: UserRow) {
    super(message)
    this.user = user
  }
}

/** Time limit for the person. Milliseconds. */
export const CHALLENGE_MS = 5 * 60_000
/** Passkeys of one user: one for each device, and some more. */
const MAX_PASSKEYS = 20
const MAX_NAME = 60
/** EdDSA, ES256, RS256: every authenticator has one of them, and their signatures are short. */
const ALGORITHMS = [-8, -7, -257]

/** When the first person uses a passkey: it takes half a second. */
/** A variable, so that bundlers leave the library outside: a part of it does not start where a bundler has put its modules in another order. */
const LIBRARY: string = '@simplewebauthn/server'

async function loadLibrary(): Promise<typeof import('@simplewebauthn/server')> {
  try {
    return await import(LIBRARY)
  } catch (cause) {
    const message = `Passkeys need the package ${LIBRARY}, which a bundle does not hold: install it beside the bundle`
    throw new GatewayError('INVALID_OPTION', message, { cause })
  }
}

/** For one purpose in one session. */
export const challengeOf = (purpose: 'new passkey' | 'proof', sessionId: string): string =>
  `${purpose} in session ${sessionId}`

async function keepChallenge({ gateway }: PasskeyContext, boundTo: string, challenge: string): Promise<void> {
  const nowMs = gateway.clock.now()
  await saveChallenge(gateway.database, { boundTo, challenge, nowMs, expiresAtMs: nowMs + CHALLENGE_MS })
}

/** Asks for a proof with a passkey of a user, or of any user. */
export async function requestProof(context: PasskeyContext, boundTo: string, userId?: string): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const { host } = context.party
  const own = userId === undefined ? undefined : await passkeysOf(context.gateway.database, userId)
  const { challenge, timeout = CHALLENGE_MS } = await generateAuthenticationOptions({
    rpID: host,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
  await keepChallenge(context, boundTo, challenge)
  const allowCredentials = own?.filter((one) => one.host === host).map(describePasskey)
  return { challenge, timeout, rpId: host, userVerification: 'required', ...defined({ allowCredentials }) }
}

const describePasskey = ({ credentialId: id, transports }: PasskeyRow) => ({
  id,
  type: 'public-key' as const,
  transports: [...transports],
})

/**
 * The enabled user whose passkey has answered the challenge, which is good once.
 * @throws PasskeyError
 */
export async function userOfProof(
  context: PasskeyContext,
  boundTo: string,
  proof: PasskeyProof,
): Promise<{ user: UserRow; passkey: string }> {
  const { database, clock } = context.gateway
  const challenge = await takeChallenge(database, boundTo, clock.now())
  if (challenge === undefined) throw new PasskeyError('This took too long, or was answered already. Try again.')
  const passkey = await findPasskey(database, proof.id)
  const user = passkey && (await readUser(database, passkey.userId))
  if (!passkey || !user || user.disabledAtMs !== undefined)
    throw new PasskeyError('This passkey is not known here: it may have been removed. Log in another way.')
  const counter = await countOf(context, passkey, challenge, proof).catch((error: unknown) => {
    context.gateway.log.warn({ error: describeError(error) }, 'Passkey refused')
    throw new PasskeyError('The answer of this passkey is not valid. Log in another way.', user)
  })
  if (!(await savePasskeyUse(database, passkey, { counter, nowMs: clock.now() })))
    throw new PasskeyError('This passkey was just removed, or used elsewhere. Try again.', user)
  return { user, passkey: passkey.name }
}

/** The count of the authenticator, once its answer is verified. @throws Error */
async function countOf(
  { party }: PasskeyContext,
  { credentialId, userId, publicKey, counter }: PasskeyRow,
  challenge: string,
  proof: PasskeyProof,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { userHandle } = proof.response
  if (userHandle !== undefined && userHandle !== handleOf(userId).toString('base64url'))
    throw new Error('The passkey is of another user')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.host,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  })
  if (!verified) throw new Error('The signature does not fit')
  return authenticationInfo.newCounter
}

/** The user as authenticators keep it: an id that names nobody. */
const handleOf = (userId: string) => Buffer.from(userId)

/** Asks for a new passkey of the user in a session. @throws GatewayError INVALID_REQUEST */
export async function requestPasskey(
  context: PasskeyContext,
  { userId, name, sessionId }: { readonly userId: string; readonly name: string; readonly sessionId: string },
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary()
  const { host } = context.party
  const own = await passkeysOf(context.gateway.database, userId)
  checkCount(own)
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: 'Galla console',
    rpID: host,
    userID: new Uint8Array(handleOf(userId)),
    userName: name,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepChallenge(context, challengeOf('new passkey', sessionId), challenge)
  return {
    rp: { id: host, name: 'Galla console' },
    user: { id: user.id, name, displayName: name },
    challenge,
    pubKeyCredParams,
    timeout: CHALLENGE_MS,
    excludeCredentials: own.map(describePasskey),
    // It is found without a name, and verifies the person by itself: so it is enough alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
}

function checkCount(own: readonly PasskeyRow[]): void {
  if (own.length >= MAX_PASSKEYS) throw invalid('passkey', `is one too many: remove one of your ${MAX_PASSKEYS} first`)
}

/**
 * Stores a passkey that the browser has made. As the first second factor of the user it comes with recovery codes, and ends the user's other
 * sessions, in which none was given.
 * @throws GatewayError INVALID_REQUEST
 */
export async function addPasskey(
  context: PasskeyContext,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  given: { readonly name: string; readonly passkey: NewPasskey },
): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
  const { gateway, party } = context
  const name = printableName(given.name)
  if (name === undefined || name.length > MAX_NAME) throw invalid('name', `must have 1 to ${MAX_NAME} characters`)
  const boundTo = challengeOf('new passkey', sessionId)
  const challenge = await takeChallenge(gateway.database, boundTo, gateway.clock.now())
  if (challenge === undefined) throw invalid('passkey', 'took too long, or was stored already: make it again')
  const credential = await credentialOf(context, challenge, given.passkey)
  const row: PasskeyRow = {
    passkeyId: `passkey_${randomBytes(9).toString('base64url')}`,
    credentialId: credential.id,
    userId,
    name,
    host: party.host,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: given.passkey.response.transports ?? [],
    createdAtMs: gateway.clock.now(),
  }
  const { user, added } = await gateway.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new GatewayError('NOT_FOUND', `There is no user ${userId}`)
    checkCount(await passkeysOf(tx, userId))
    if (!(await insertPasskey(tx, row))) throw invalid('passkey', 'is stored already')
    const isFirst = !hasSecondFactor(user)
    const recoveryCodes = isFirst ? await newRecoveryCodes(tx, userId) : undefined
    if (isFirst) await deleteSessionsOf(tx, userId, { but: sessionId })
    await auditPasskey(gateway, tx, user, { what: 'added a passkey', after: { passkey: name, host: party.host } })
    return { user, added: { passkey: viewPasskey(row), ...defined({ recoveryCodes }) } }
  })
  tellUser(gateway, user, 'passkey-added')
  return added
}

/** The credential of a passkey, once the browser's answer is verified. @throws GatewayError INVALID_REQUEST */
async function credentialOf({ gateway, party }: PasskeyContext, challenge: string, passkey: NewPasskey) {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified) return registrationInfo.credential
  } catch (error) {
    gateway.log.warn({ error: describeError(error) }, 'New passkey refused')
  }
  throw invalid('passkey', 'is not valid at this address of the console')
}

/**
 * Removes a passkey and ends the user's other sessions: one of them may have been opened with it. `issuer`: of the provider to sign in with.
 * @returns `last-way-in` when nothing else lets the user in, and nothing was removed. @throws GatewayError NOT_FOUND
 */
export async function removePasskey(
  gateway: GatewayContext,
  {
    userId,
    sessionId,
    issuer,
  }: { readonly userId: string; readonly sessionId: string; readonly issuer: string | undefined },
  passkeyId: string,
): Promise<'removed' | 'last-way-in'> {
  const removedOf = await gateway.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const own = await passkeysOf(tx, userId)
    const passkey = own.find((one) => one.passkeyId === passkeyId)
    if (!user || !passkey) throw new GatewayError('NOT_FOUND', `There is no passkey ${passkeyId}`)
    const { passwordHash, isFirst, oidcIssuer } = user
    const isLinked = oidcIssuer !== undefined && oidcIssuer === issuer
    const hasOther = passwordHash !== undefined || isFirst || isLinked || own.length > 1
    if (!hasOther) return undefined
    await deletePasskeys(tx, userId, passkeyId)
    await deleteUnneededCodes(tx, userId)
    await deleteSessionsOf(tx, userId, { but: sessionId })
    const { name, host } = passkey
    await auditPasskey(gateway, tx, user, { what: 'removed a passkey', before: { passkey: name, host } })
    return user
  })
  if (removedOf === undefined) return 'last-way-in'
  tellUser(gateway, removedOf, 'passkey-removed')
  return 'removed'
}

function auditPasskey(
  gateway: GatewayContext,
  tx: Queries,
  { userId, name }: UserRow,
  entry: {
    readonly what: PlainAuditAction
    readonly before?: { [field: string]: string }
    readonly after?: typeof entry.before
  },
): Promise<void> {
  const at = { atMs: gateway.clock.now(), kind: 'user', id: userId, detail: name } as const
  return writeAudit({ ...gateway, database: tx }, { ...at, ...entry })
}

const viewPasskey = ({ passkeyId, name, host, createdAtMs, lastUsedAtMs }: PasskeyRow): Passkey => ({
  passkeyId,
  name,
  host,
  createdAtMs,
  ...defined({ lastUsedAtMs }),
})

export async function passkeysForConsole({ database }: GatewayContext, userId: string): Promise<Passkey[]> {
  return (await passkeysOf(database, userId)).map(viewPasskey)
}

/** Tells whether anybody can log in with a passkey at this host name. */
export const arePasskeysUsed = ({ database }: GatewayContext, { host }: RelyingParty): Promise<boolean> =>
  hasPasskeysFor(database, host)
