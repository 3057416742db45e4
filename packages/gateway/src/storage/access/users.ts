import type { Role } from '@galla/contract/gateway-api/roles'
import type { User } from '@galla/contract/gateway-api/users'
import { defined } from '../../domain/defined.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'

/** A row of `galla.users`, with the end of its open invitation. */
export interface UserRow {
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly passwordHash?: string
  /** The first admin: without a password of its own, the configured one opens it. */
  readonly isFirst: boolean
  readonly createdAtMs: number
  readonly disabledAtMs?: number
  readonly lastLoginAtMs?: number
  /** Number of times that all sessions of the user were ended. */
  readonly loginEpoch: number
  readonly invitedUntilMs?: number
  /** Encrypted key of the second factor. */
  readonly totpSecret?: string
  /** Encrypted key that is not confirmed yet. */
  readonly totpPending?: string
  readonly hasPasskey: boolean
  /** The account of an OIDC provider with which the user signs in. */
  readonly oidcIssuer?: string
  readonly oidcSubject?: string
}

const SELECT = `select u."userId", u."name", u."role", u."passwordHash", u."isFirst", u."createdAtMs", u."disabledAtMs", u."lastLoginAtMs", u."loginEpoch", u."totpSecret", u."totpPending", u."oidcIssuer", u."oidcSubject",
  exists (select from galla.passkeys p where p."userId" = u."userId") as "hasPasskey",
  i."expiresAtMs" as "invitedUntilMs" from galla.users u left join galla.invitations i using ("userId")`

/** True when a password alone does not let the user in. */
export const hasSecondFactor = ({ totpSecret, hasPasskey }: Pick<UserRow, 'totpSecret' | 'hasPasskey'>): boolean =>
  totpSecret !== undefined || hasPasskey

async function one(on: Queries, where: string, values: readonly unknown[]): Promise<UserRow | undefined> {
  const { rows } = await on.query<object>({ text: `${SELECT} where ${where}`, values })
  return rows[0] && withoutNulls<UserRow>(rows[0])
}

export const readUser = (on: Queries, userId: string): Promise<UserRow | undefined> =>
  one(on, 'u."userId" = $1', [userId])

/** The user of a name, in any case. */
export const findUser = (on: Queries, name: string): Promise<UserRow | undefined> =>
  one(on, 'lower(u."name") = lower($1)', [name])

/** Locks the user until the transaction ends. */
export async function lockUser(on: Queries, userId: string): Promise<UserRow | undefined> {
  await on.query({ text: 'select 1 from galla.users where "userId" = $1 for no key update', values: [userId] })
  return readUser(on, userId)
}

/** All users by name. A merchant has few. */
export async function listUsers(on: Queries): Promise<UserRow[]> {
  const { rows } = await on.query<object>({ text: `${SELECT} order by lower(u."name")` })
  return rows.map((row) => withoutNulls<UserRow>(row))
}

/** Adds the first admin when there is no user; replicas that start together add one. */
export async function insertFirstUser(
  on: Queries,
  user: { userId: string; name: string; nowMs: number },
): Promise<void> {
  await on.query({
    text: `insert into galla.users ("userId", "name", "role", "isFirst", "createdAtMs")
      select $1, $2, 'admin', true, $3 where not exists (select 1 from galla.users) on conflict do nothing`,
    values: [user.userId, user.name, user.nowMs],
  })
}

/** Adds a user without a password; false when the name is taken, or looks like one that is. */
export async function insertUser(
  on: Queries,
  user: { userId: string; name: string; role: Role; nowMs: number },
): Promise<boolean> {
  const { rowCount } = await on.query({
    text: `insert into galla.users ("userId", "name", "role", "createdAtMs") values ($1, $2, $3, $4) on conflict do nothing`,
    values: [user.userId, user.name, user.role, user.nowMs],
  })
  return rowCount === 1
}

/** The name of the constraint that keeps an admin. */
const KEEP_AN_ADMIN = 'keepAnAdmin'

/** True when a change was refused because nobody could manage the users any more. */
export const isLastAdmin = (error: unknown): boolean =>
  (error as { constraint?: unknown } | undefined)?.constraint === KEEP_AN_ADMIN

/** @throws the database's error when nobody could manage the users any more; see `isLastAdmin` */
export async function saveUser(
  on: Queries,
  { userId, role, disabledAtMs }: Pick<UserRow, 'userId' | 'role'> & { disabledAtMs: number | undefined },
): Promise<void> {
  await on.query({
    text: 'update galla.users set "role" = $2, "disabledAtMs" = $3 where "userId" = $1',
    values: [userId, role, disabledAtMs],
  })
}

/** A key of a second factor that was not confirmed before is forgotten. */
export async function savePassword(on: Queries, userId: string, passwordHash: string): Promise<void> {
  await on.query({
    text: 'update galla.users set "passwordHash" = $2, "totpPending" = null where "userId" = $1',
    values: [userId, passwordHash],
  })
}

export async function saveLogin(on: Queries, userId: string, nowMs: number): Promise<void> {
  await on.query({ text: 'update galla.users set "lastLoginAtMs" = $2 where "userId" = $1', values: [userId, nowMs] })
}

/** The public view of a user. */
export function viewUser(row: UserRow): User {
  const {
    userId,
    name,
    role,
    createdAtMs,
    lastLoginAtMs,
    invitedUntilMs,
    passwordHash,
    isFirst,
    disabledAtMs,
    oidcSubject,
    hasPasskey,
  } = row
  const canLogIn = passwordHash !== undefined || isFirst || oidcSubject !== undefined || hasPasskey
  return {
    userId,
    name,
    role,
    state: disabledAtMs !== undefined ? 'disabled' : canLogIn ? 'active' : 'invited',
    ...(isFirst && passwordHash === undefined ? { usesConfiguredPassword: true } : {}),
    ...(hasSecondFactor(row) ? { hasSecondFactor: true } : {}),
    ...(oidcSubject === undefined ? {} : { isLinked: true }),
    createdAtMs,
    ...defined({ lastLoginAtMs, invitedUntilMs }),
  }
}
