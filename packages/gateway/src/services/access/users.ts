import { createHash, randomBytes } from 'node:crypto'
import type { ChangeUser, Invitation, InviteUser, User } from '@galla/contract/gateway-api/users'
import type { GatewayContext } from '../../context.ts'
import { mayDo, rolesWith } from '../../domain/access/roles.ts'
import { defined } from '../../domain/defined.ts'
import { printableName } from '../../domain/visible-text.ts'
import { GatewayError, invalid } from '../../errors.ts'
import { type NewAuditEntry, writeAudit } from '../../storage/access/audit.ts'
import {
  deleteInvitation,
  endInvitations,
  findInvitation,
  insertInvitation,
  recordLinkMaker,
} from '../../storage/access/invitations.ts'
import { deleteSessionsOf } from '../../storage/access/sessions.ts'
import { saveLink } from '../../storage/access/sign-ins.ts'
import {
  findUser,
  insertFirstUser,
  insertUser,
  isLastAdmin,
  listUsers,
  lockUser,
  readUser,
  savePassword,
  saveUser,
  type UserRow,
  viewUser,
} from '../../storage/access/users.ts'
import type { Queries } from '../../storage/database.ts'
import { afterEnding } from './audit.ts'
import { checkNewPassword, hashPassword, passwordFits } from './passwords.ts'
import { tellUser } from './tell-user.ts'

export { hasSecondFactor } from '../../storage/access/users.ts'

/** A user as stored, with hash and encrypted key: it never leaves the gateway. */
export type StoredUser = UserRow

/** Name of the first admin. */
export const FIRST_ADMIN = 'admin'

/** Lifetime of a link. Milliseconds. */
const INVITATION_MS = 72 * 60 * 60_000

// All transactions take their locks in one order, or two of them would wait for each other: the user, invitations, then the role, state or
// password, whose trigger locks `users_lock`, and last the entry of the audit log.

const newUserId = () => `user_${randomBytes(9).toString('base64url')}`

/** Adds the first admin to an installation without users. The configured password opens it until it sets one of its own. */
export function ensureFirstAdmin({ database, clock }: Pick<GatewayContext, 'database' | 'clock'>): Promise<void> {
  return insertFirstUser(database, { userId: newUserId(), name: FIRST_ADMIN, nowMs: clock.now() })
}

export const userNamed = ({ database }: Pick<GatewayContext, 'database'>, name: string): Promise<UserRow | undefined> =>
  findUser(database, name)

/** True when the user's password is the configured one. */
const usesConfigured = (user: UserRow | undefined): boolean => user?.isFirst === true && user.passwordHash === undefined

/** The user whose password the configured one is; undefined once the first admin has set another. */
export async function userOfConfigured(context: Pick<GatewayContext, 'database'>): Promise<UserRow | undefined> {
  const user = await userNamed(context, FIRST_ADMIN)
  return usesConfigured(user) ? user : undefined
}

/** Tells whether the password is that of an enabled user. Does the same work for every user, and without a user. */
export async function isPasswordOf(
  user: UserRow | undefined,
  given: string,
  fitsConfigured: (given: string) => Promise<boolean>,
): Promise<boolean> {
  const fits = usesConfigured(user) ? await fitsConfigured(given) : await passwordFits(user?.passwordHash, given)
  return fits && user !== undefined && user.disabledAtMs === undefined
}

export const storedUser = (
  { database }: Pick<GatewayContext, 'database'>,
  userId: string,
): Promise<UserRow | undefined> => readUser(database, userId)

export const storedUsers = ({ database }: Pick<GatewayContext, 'database'>): Promise<UserRow[]> => listUsers(database)

export async function usersForConsole({ database }: Pick<GatewayContext, 'database'>): Promise<User[]> {
  return (await listUsers(database)).map(viewUser)
}

/** @throws GatewayError NOT_FOUND */
export async function userForConsole({ database }: Pick<GatewayContext, 'database'>, userId: string): Promise<User> {
  return viewUser(found(await readUser(database, userId), userId))
}

/** The credentials were changed, or the user disabled, while they were checked. */
export class StaleLoginError extends Error {}

/** Locks a user whose credentials were checked, until the transaction ends. @throws StaleLoginError */
export async function lockProved(tx: Queries, proved: UserRow): Promise<UserRow> {
  const user = await lockUser(tx, proved.userId)
  const isSame = user?.passwordHash === proved.passwordHash && user?.totpSecret === proved.totpSecret
  if (!user || !isSame || user.disabledAtMs !== undefined) throw new StaleLoginError()
  return user
}

function found(user: UserRow | undefined, userId: string): UserRow {
  if (!user) throw new GatewayError('NOT_FOUND', `There is no user ${userId}`)
  return user
}

/** No letters of other alphabets: many look like these, and an entry of the audit log would seem to be of somebody else. */
const USER_NAME = /^[A-Za-z0-9 ._@+'-]+$/

/** The name as it is stored. @throws GatewayError INVALID_REQUEST */
export function checkUserName(given: unknown): string {
  const name = printableName(given)
  if (name === undefined || !USER_NAME.test(name))
    throw invalid('name', "must be 1 to 100 letters a to z in either case, digits, spaces and . _ @ + ' -")
  if (/^(?:program$|unknown$|key:)/i.test(name))
    throw invalid('name', 'is a name that the audit log gives to programs, keys and unknown people')
  return name
}

/** Adds a user who sets a password with a link. @throws GatewayError INVALID_REQUEST */
export function inviteUser(context: GatewayContext, { name, role }: InviteUser): Promise<Invitation> {
  return context.database.transaction(async (tx) => {
    const userId = newUserId()
    if (!(await insertUser(tx, { userId, name, role, nowMs: context.clock.now() })))
      throw invalid('name', 'belongs to another user, or looks like the name of another user')
    const link = await newLink(context, tx, userId)
    await recordLinkMaker(tx, { userId, madeById: context.actor?.userId, atMs: context.clock.now() })
    await auditUser(context, tx, { what: 'invited', id: userId, detail: name, after: { role } })
    return link
  })
}

/**
 * A new link for a user, who keeps the old password until it is used. A linked account of the provider is unlinked, and the user's sessions
 * end, but for `asking`: the account may be gone, or belong to another person now.
 * @throws GatewayError NOT_FOUND
 */
export async function inviteAgain(context: GatewayContext, userId: string, asking?: string): Promise<Invitation> {
  const invitation = await context.database.transaction(async (tx) => {
    const { name, oidcIssuer: issuer, oidcSubject: subject } = found(await lockUser(tx, userId), userId)
    const before = issuer !== undefined && subject !== undefined ? { issuer, subject } : undefined
    if (before) {
      await saveLink(tx, userId)
      await deleteSessionsOf(tx, userId, defined({ but: asking }))
    }
    const link = await newLink(context, tx, userId)
    const what = 'made a link to set a password'
    await auditUser(context, tx, { what, id: userId, detail: name, ...defined({ before }) })
    return link
  })
  tellUser(context, invitation.user, 'link-made')
  return invitation
}

async function newLink({ clock, actor }: GatewayContext, tx: Queries, userId: string): Promise<Invitation> {
  const token = randomBytes(32).toString('base64url')
  const nowMs = clock.now()
  const expiresAtMs = nowMs + INVITATION_MS
  await insertInvitation(tx, { digest: digestOf(token), userId, createdById: actor?.userId, nowMs, expiresAtMs })
  return { user: viewUser(found(await readUser(tx, userId), userId)), token, expiresAtMs }
}

/** Returns the digest of a token. A token has 256 random bits, so the digest needs no secret. */
const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Finds the user of a link. Undefined when the link is unknown, used, replaced or expired, or when its maker may no longer invite users. */
export const invitationOf = (
  { database, clock }: Pick<GatewayContext, 'clock'> & { readonly database: Queries },
  token: string,
) => findInvitation(database, digestOf(token), { nowMs: clock.now(), by: rolesWith('users') })

/** Sets the password of a link's user and ends their sessions; undefined when the link is not valid. @throws GatewayError INVALID_REQUEST */
export async function acceptInvitation(
  context: GatewayContext,
  token: string,
  password: string,
): Promise<UserRow | undefined> {
  const invited = await invitationOf(context, token)
  if (!invited) return undefined
  await checkNewPassword(password, invited.name)
  const hash = await hashPassword(password)
  const accepted = await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, invited.userId)
    // Who made the link may have been disabled meanwhile.
    if (!user || !(await invitationOf({ ...context, database: tx }, token))) return undefined
    if (!(await deleteInvitation(tx, digestOf(token)))) return undefined
    await savePassword(tx, user.userId, hash)
    await deleteSessionsOf(tx, user.userId)
    const { userId, name } = user
    await recordLinkMaker(tx, { userId, madeById: invited.createdById, atMs: context.clock.now() })
    const own = { ...context, actor: { ...context.actor, who: name, userId } }
    await auditUser(own, tx, { what: 'set a password with a link', id: userId, detail: name })
    return { own, user: found(await readUser(tx, userId), userId) }
  })
  if (accepted) tellUser(accepted.own, accepted.user, 'password-changed')
  return accepted?.user
}

/**
 * Sets a user's own password and ends the user's other sessions. The caller has checked the current one.
 * @throws GatewayError INVALID_REQUEST, StaleLoginError
 */
export async function changePassword(
  context: GatewayContext,
  { proved, sessionId }: { readonly proved: UserRow; readonly sessionId: string },
  password: string,
): Promise<void> {
  const { userId, name } = proved
  await checkNewPassword(password, name)
  const hash = await hashPassword(password)
  await context.database.transaction(async (tx) => {
    await lockProved(tx, proved)
    await endInvitations(tx, userId, { own: true })
    await savePassword(tx, userId, hash)
    await deleteSessionsOf(tx, userId, { but: sessionId })
    await auditUser(context, tx, { what: 'changed the password', id: userId, detail: name })
  })
  tellUser(context, proved, 'password-changed')
}

/**
 * Changes role or state of a user. A disabled user's sessions and links end, and the links for others that a user made who may not invite any more.
 * @throws GatewayError NOT_FOUND
 */
export async function changeUser(
  context: GatewayContext,
  userId: string,
  change: ChangeUser,
): Promise<User | 'last-admin'> {
  const { clock, database } = context
  try {
    return await database.transaction(async (tx) => {
      const user = found(await lockUser(tx, userId), userId)
      checkOwnChange(context, user)
      const wasDisabled = user.disabledAtMs !== undefined
      const { role = user.role, disabled = wasDisabled } = change
      if (role !== user.role || disabled !== wasDisabled) {
        const disabledAtMs = disabled ? (user.disabledAtMs ?? clock.now()) : undefined
        const ended = disabled ? await deleteSessionsOf(tx, userId) : []
        await endInvitations(tx, userId, { own: disabled, made: disabled || !mayDo(role, 'users') })
        await saveUser(tx, { userId, role, disabledAtMs })
        const before = { role: user.role, disabled: wasDisabled }
        const acting = afterEnding(context, ended)
        await auditUser(isOwn(context, userId) ? unchecked(acting) : acting, tx, {
          what: 'changed',
          id: userId,
          detail: user.name,
          before,
          after: { role, disabled },
        })
      }
      return viewUser(found(await readUser(tx, userId), userId))
    })
  } catch (error) {
    if (!isLastAdmin(error)) throw error
    return 'last-admin'
  }
}

const isOwn = ({ actor }: GatewayContext, userId: string) => actor?.role !== undefined && actor.userId === userId

/** Refuses a change by a user whose own account was changed and committed meanwhile. @throws GatewayError NOT_ALLOWED */
function checkOwnChange(context: GatewayContext, { userId, role, disabledAtMs }: UserRow): void {
  if (isOwn(context, userId) && (role !== context.actor?.role || disabledAtMs !== undefined))
    throw new GatewayError('NOT_ALLOWED', 'Your account has changed in the meantime, so nothing was done')
}

/**
 * The entry is about the actor's own role, which this transaction has changed: it was checked before.
 */
const unchecked = (context: GatewayContext): GatewayContext => ({
  ...context,
  ...(context.actor && { actor: { ...context.actor, role: undefined } }),
})

function auditUser(context: GatewayContext, tx: Queries, entry: Omit<NewAuditEntry, 'atMs' | 'kind'>): Promise<void> {
  return writeAudit({ ...context, database: tx }, { ...entry, atMs: context.clock.now(), kind: 'user' })
}
