import { createHash } from 'node:crypto'
import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { writeAudit } from '../../storage/access/audit.ts'
import { endInvitations } from '../../storage/access/invitations.ts'
import { deleteSessionsOf, deleteSessionsOfProvider, userOfSession } from '../../storage/access/sessions.ts'
import { findLinkedUser, findUserOfProviderSession, saveLink, useSignIn } from '../../storage/access/sign-ins.ts'
import { findUser, hasSecondFactor, lockUser, type UserRow } from '../../storage/access/users.ts'
import type { Queries } from '../../storage/database.ts'
import { createEncryption, type Encryption } from '../../storage/privacy/encryption.ts'
import { actingAs } from './audit.ts'
import { proveAgain } from './console-sessions.ts'
import { isId, type ProviderLogout } from './logout-token.ts'
import { type OidcIdentity, type OidcSettings, SignInError } from './oidc.ts'
import { endProviderSession, type ProviderSession } from './provider-sessions.ts'
import { tellUser } from './tell-user.ts'
import { changeUser, StaleLoginError } from './users.ts'

/** Encrypts what the browser keeps between the steps of a sign-in. */
export const signInEncryption = (clientSecret: string): Encryption => createEncryption(clientSecret, 'sign-in')

/** An address that cannot look like another one: names of users are compared in any case. */
const ADDRESS = /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/

/** The first factor of a user who has a second one: an account of the provider that belongs to the user. */
export interface ProvedAccount {
  readonly userId: string
  readonly issuer: string
  readonly subject: string
  /** Linked to the user already: it must still be, when the second factor is there. */
  readonly wasLinked: boolean
  readonly providerSession?: ProviderSession
  /** The role that the provider gives. */
  readonly role?: Role
  /** Digest of what the user logs in with, and as: an admin may change that meanwhile. */
  readonly access: string
  /** The answer of the provider counts once. */
  readonly once: string
}

/**
 * The user of an account of the provider. At first it is the enabled user whose name is the account's verified e-mail address, and is linked
 * to the account; from then on only the account counts. No user is created. A state is used once. Of a user with a second factor, nothing is
 * changed yet: `proved` is for `acceptAccount`.
 * @throws SignInError EXPIRED, NOT_VERIFIED, UNKNOWN_USER, OTHER_ACCOUNT, NO_ROLE
 */
export async function signInWith(
  context: GatewayContext,
  identity: OidcIdentity,
  {
    state,
    beganAtMs,
    roles,
  }: { readonly state: string; readonly beganAtMs: number; readonly roles: OidcSettings['roles'] },
): Promise<{ user: UserRow; proved?: ProvedAccount }> {
  const role = roles && highestOf(identity.roleValues.map((value) => roles.values[value]))
  const { issuer, subject, sid } = identity
  const found = await context.database.transaction(async (tx) => {
    if (!(await useSignIn(tx, digestOf(state), context.clock.now()))) throw new SignInError('EXPIRED')
    const user = await userOf(tx, identity)
    if (roles && !role) throw new SignInError('NO_ROLE')
    if (!hasSecondFactor(user) && user.oidcSubject === undefined) await link(context, tx, user, identity)
    return user
  })
  const { userId, oidcSubject } = found
  if (!hasSecondFactor(found) && oidcSubject === undefined) tellOfLink(context, found)
  if (!hasSecondFactor(found)) return { user: await withRole(context, found, identity, role) }
  const account = { userId, issuer, subject, wasLinked: oidcSubject !== undefined, access: accessOf(found) }
  return {
    user: found,
    proved: {
      ...account,
      once: digestOf(`code of ${state}`),
      ...defined({ role }),
      ...(sid !== undefined && { providerSession: { sid, beganAtMs } }),
    },
  }
}

/** The role, the second factor, the password, a link for a new one, and how often all sessions were ended. */
const accessOf = ({ role, totpSecret, passwordHash, invitedUntilMs, loginEpoch }: UserRow): string =>
  digestOf(JSON.stringify([role, totpSecret, passwordHash, invitedUntilMs, loginEpoch]))

/** True when the user's credentials are the same as when the account was proved. */
export const hasSameAccess = ({ access }: ProvedAccount, user: UserRow): boolean => accessOf(user) === access

/**
 * Links the account, and sets the role that the provider gives, once the second factor is there as well.
 * @throws SignInError EXPIRED, UNKNOWN_USER, OTHER_ACCOUNT
 */
export async function acceptAccount(context: GatewayContext, proved: ProvedAccount): Promise<UserRow> {
  const { issuer, subject, wasLinked, role } = proved
  const found = await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, proved.userId)
    if (!user || user.disabledAtMs !== undefined) throw new SignInError('UNKNOWN_USER')
    if (!hasSameAccess(proved, user)) throw new SignInError('EXPIRED')
    if (!(await useSignIn(tx, proved.once, context.clock.now()))) throw new SignInError('EXPIRED')
    const linked = await findLinkedUser(tx, issuer, subject)
    if (isOfOther(user, proved) || (linked && linked.userId !== user.userId)) throw new SignInError('OTHER_ACCOUNT')
    if (user.oidcSubject === undefined && wasLinked) throw new SignInError('EXPIRED')
    if (user.oidcSubject === undefined) await link(context, tx, user, { issuer, subject })
    return user
  })
  if (found.oidcSubject === undefined) tellOfLink(context, found)
  return withRole(context, found, proved, role)
}

/**
 * Records that the user of a session has logged in at the provider again. A state is used once.
 * @throws SignInError EXPIRED, OTHER_ACCOUNT
 */
export async function proveWithProvider(
  context: GatewayContext,
  { issuer, subject }: Account,
  { state, sessionId, label }: { readonly state: string; readonly sessionId: string; readonly label: string },
): Promise<void> {
  const { database, clock } = context
  const user = await database.transaction(async (tx) => {
    if (!(await useSignIn(tx, digestOf(state), clock.now()))) throw new SignInError('EXPIRED')
    return findLinkedUser(tx, issuer, subject)
  })
  const userId = await userOfSession(database, sessionId)
  if (userId === undefined) throw new SignInError('EXPIRED')
  if (!user || user.userId !== userId) throw new SignInError('OTHER_ACCOUNT')
  const actor = { who: user.name, userId, role: user.role, sessionId, address: context.actor?.address }
  await proveAgain(actingAs(context, actor), { sessionId }, `with ${label}`).catch((error: unknown) => {
    throw error instanceof StaleLoginError ? new SignInError('EXPIRED') : error
  })
}
const tellOfLink = (context: GatewayContext, { userId, name }: UserRow): void =>
  tellUser(
    actingAs(context, { who: name, userId, address: context.actor?.address }),
    { userId, name },
    'provider-linked',
  )

/** The user with the role that the provider gives, as it is then. */
async function withRole(
  context: GatewayContext,
  before: UserRow,
  account: Account,
  role: Role | undefined,
): Promise<UserRow> {
  const { userId } = before
  // The last admin stays one, whatever the provider says.
  if (role) await changeUser(actingAs(context, { ...context.actor, who: 'program' }), userId, { role })
  const user = await lockUser(context.database, userId)
  if (!user || user.disabledAtMs !== undefined) throw new SignInError('UNKNOWN_USER')
  // An admin may have ended all sessions meanwhile, or unlinked the account: a session must not be opened for it.
  const { loginEpoch, totpSecret, passwordHash } = before
  if (user.loginEpoch !== loginEpoch || user.totpSecret !== totpSecret || user.passwordHash !== passwordHash)
    throw new SignInError('EXPIRED')
  if (user.oidcIssuer !== account.issuer || user.oidcSubject !== account.subject) throw new SignInError('EXPIRED')
  return user
}

/**
 * Ends the session that was opened by a sign-in in the provider's session, or all sessions of the linked user when the provider names the
 * account only. Sign-ins under way end as well. False when the token was used before.
 */
export function endAtProvider(
  context: GatewayContext,
  { issuer, subject, sid, jti }: ProviderLogout,
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    if (!(await useSignIn(tx, digestOf(`logout ${jti}`), context.clock.now()))) return false
    if (sid !== undefined) await endProviderSession(tx, sid, context.clock.now())
    const owner = sid === undefined ? undefined : await findUserOfProviderSession(tx, issuer, sid)
    const user = subject === undefined ? owner : await findLinkedUser(tx, issuer, subject)
    if (!user) return true
    const ended =
      sid === undefined ? await deleteSessionsOf(tx, user.userId) : await deleteSessionsOfProvider(tx, user.userId, sid)
    if (ended.length === 0) return true
    const entry = { atMs: context.clock.now(), kind: 'user', id: user.userId, detail: user.name } as const
    const what = 'ended sessions at the request of the provider'
    await writeAudit({ ...context, database: tx }, { ...entry, what })
    return true
  })
}

type Account = Pick<OidcIdentity, 'issuer' | 'subject'>

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const isOfOther = ({ oidcSubject, oidcIssuer }: UserRow, { issuer, subject }: Account): boolean =>
  oidcSubject !== undefined && (oidcSubject !== subject || oidcIssuer !== issuer)

async function userOf(tx: Queries, { issuer, subject, email = '', isVerified }: OidcIdentity): Promise<UserRow> {
  if (!isVerified || email.length > 100 || !ADDRESS.test(email)) throw new SignInError('NOT_VERIFIED')
  if (!isId(subject)) throw new SignInError('NOT_VERIFIED')
  const found = (await findLinkedUser(tx, issuer, subject)) ?? (await findUser(tx, email))
  const user = found && (await lockUser(tx, found.userId))
  if (!user || user.disabledAtMs !== undefined) throw new SignInError('UNKNOWN_USER')
  // The address may have been given to another person since.
  if (isOfOther(user, { issuer, subject })) throw new SignInError('OTHER_ACCOUNT')
  return user
}

async function link(context: GatewayContext, tx: Queries, user: UserRow, account: Account): Promise<void> {
  const { userId, name } = user
  const { issuer, subject } = account
  await saveLink(tx, userId, { issuer, subject })
  // Who proved to be the user needs no link to set a password any more.
  await endInvitations(tx, userId, { own: true })
  const actor = { who: name, userId, address: context.actor?.address }
  const atMs = context.clock.now()
  const entry = { atMs, what: 'linked an account of the provider', kind: 'user', id: userId, detail: name } as const
  await writeAudit({ database: tx, actor }, { ...entry, after: { issuer, subject } })
}

function highestOf(roles: readonly (Role | undefined)[]): Role | undefined {
  return [...ROLES].reverse().find((role) => roles.includes(role))
}
