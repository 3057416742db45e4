import type { SessionUser } from '@galla/contract/gateway-api/users'
import type { Queries } from '../database.ts'
import type { UserRow } from './users.ts'

/** A session of a user of the console. Of the token only a digest is stored. */
export interface SessionRow {
  readonly digest: string
  readonly sessionId: string
  readonly csrf: string
  readonly createdAtMs: number
  readonly usedAtMs: number
  /** When the person last proved who they are. */
  readonly provedAtMs: number
  /** As it is now: a change of the role applies at once. */
  readonly user: SessionUser
  readonly credentials: SessionCredentials
}

/** The ways in which the user of a session can prove who they are, as they are now. */
export interface SessionCredentials {
  readonly hasPassword: boolean
  readonly hasApp: boolean
  /** Host names for which the user has passkeys. */
  readonly passkeyHosts: readonly string[]
  readonly oidcIssuer: string | null
}

interface JoinedRow extends Omit<SessionRow, 'user' | 'credentials'>, SessionUser, SessionCredentials {}

/** The session of an enabled user. */
export async function findSession(on: Queries, digest: string): Promise<SessionRow | undefined> {
  const { rows } = await on.query<JoinedRow>({
    name: 'find-session',
    text: `select s."digest", s."sessionId", s."csrf", s."createdAtMs", s."usedAtMs", s."provedAtMs", u."userId", u."name", u."role",
        u."passwordHash" is not null or u."isFirst" as "hasPassword", u."totpSecret" is not null as "hasApp", u."oidcIssuer",
        array(select distinct p."host" from galla.passkeys p where p."userId" = u."userId") as "passkeyHosts"
      from galla.sessions s join galla.users u using ("userId") where s."digest" = $1 and u."disabledAtMs" is null`,
    values: [digest],
  })
  if (!rows[0]) return undefined
  const { userId, name, role, hasPassword, hasApp, passkeyHosts, oidcIssuer, ...session } = rows[0]
  return { ...session, user: { userId, name, role }, credentials: { hasPassword, hasApp, passkeyHosts, oidcIssuer } }
}

export interface NewSession {
  readonly digest: string
  readonly sessionId: string
  readonly userId: string
  readonly csrf: string
  readonly nowMs: number
  readonly address: string | undefined
  readonly browser: string | undefined
  /** The session at the OpenID Connect provider in which the user signed in. */
  readonly providerSid?: string | undefined
  /** When the person proved who they are; 0 when that is not known. */
  readonly provedAtMs: number
  /** The credentials that the login was checked against. */
  readonly proved?: Proved | undefined
}

/** The stored credentials of a user, the account that is linked to them, and how often all sessions were ended. */
export type Proved = Pick<UserRow, 'passwordHash' | 'totpSecret' | 'oidcSubject' | 'loginEpoch'>

/** Sessions that were last used, or created, before these times have ended. Epoch milliseconds. */
export interface Expired {
  readonly usedBeforeMs: number
  readonly createdBeforeMs: number
}

/**
 * Stores a new session and deletes those that have ended. The lock waits for a change of the credentials that is being committed.
 * @returns false when the credentials have changed since they were checked: nothing was stored
 */
export async function insertSession(on: Queries, session: NewSession, expired: Expired): Promise<boolean> {
  const { proved } = session
  const { rowCount } = await on.query({
    name: 'insert-session',
    text: `with old as (delete from galla.sessions where "usedAtMs" < $8 or "createdAtMs" < $9)
      insert into galla.sessions ("digest", "sessionId", "userId", "csrf", "createdAtMs", "usedAtMs", "provedAtMs", "address", "browser", "providerSid")
      select $1, $2, u."userId", $4, $5, $5, $16, $6, $7, $15 from galla.users u where u."userId" = $3 and (not $10::boolean or
        (u."disabledAtMs" is null and u."passwordHash" is not distinct from $11::text and u."totpSecret" is not distinct from $12::text
          and u."oidcSubject" is not distinct from $13::text and u."loginEpoch" = $14::integer))
      for share of u`,
    values: [
      session.digest,
      session.sessionId,
      session.userId,
      session.csrf,
      session.nowMs,
      session.address,
      session.browser,
      expired.usedBeforeMs,
      expired.createdBeforeMs,
      proved !== undefined,
      proved?.passwordHash,
      proved?.totpSecret,
      proved?.oidcSubject,
      proved?.loginEpoch,
      session.providerSid,
      session.provedAtMs,
    ],
  })
  return rowCount === 1
}

export async function touchSession(on: Queries, digest: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'touch-session',
    text: 'update galla.sessions set "usedAtMs" = greatest("usedAtMs", $2) where "digest" = $1',
    values: [digest, nowMs],
  })
}

/** Reads the user of a session; undefined when the session was ended. */
export async function userOfSession(on: Queries, sessionId: string): Promise<string | undefined> {
  const { rows } = await on.query<{ userId: string }>({
    text: 'select "userId" from galla.sessions where "sessionId" = $1',
    values: [sessionId],
  })
  return rows[0]?.userId
}

/** Records that the person in the session has proved who they are; false when it was ended. */
export async function saveProof(on: Queries, sessionId: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await on.query({
    text: 'update galla.sessions set "provedAtMs" = $2 where "sessionId" = $1',
    values: [sessionId, nowMs],
  })
  return rowCount === 1
}

export async function deleteSession(on: Queries, digest: string): Promise<void> {
  await on.query({
    name: 'delete-session',
    text: 'delete from galla.sessions where "digest" = $1',
    values: [digest],
  })
}

/** A session as it is listed. */
export interface ListedSession {
  readonly sessionId: string
  readonly createdAtMs: number
  readonly usedAtMs: number
  readonly address: string | null
  readonly browser: string | null
}

/** The sessions of a user that have not ended, the latest use first. */
export async function sessionsOf(on: Queries, userId: string, expired: Expired): Promise<ListedSession[]> {
  const { rows } = await on.query<ListedSession>({
    text: `select "sessionId", "createdAtMs", "usedAtMs", "address", "browser" from galla.sessions
      where "userId" = $1 and "usedAtMs" >= $2 and "createdAtMs" >= $3 order by "usedAtMs" desc, "sessionId"`,
    values: [userId, expired.usedBeforeMs, expired.createdBeforeMs],
  })
  return rows
}

/** Ends the sessions of a user that were opened in a session of the provider, and the logins under way. In a transaction. @returns their ids */
export async function deleteSessionsOfProvider(on: Queries, userId: string, sid: string): Promise<string[]> {
  await endLogins(on, userId)
  const { rows } = await on.query<{ sessionId: string }>({
    text: 'delete from galla.sessions where "userId" = $1 and "providerSid" = $2 returning "sessionId"',
    values: [userId, sid],
  })
  return rows.map(({ sessionId }) => sessionId)
}

/** Ends logins that were proved before and have no session yet: they open none. */
const endLogins = (on: Queries, userId: string) =>
  on.query({
    text: 'update galla.users set "loginEpoch" = "loginEpoch" + 1 where "userId" = $1',
    values: [userId],
  })

/** Ends sessions of a user: one, or all but one and the logins under way. In a transaction. @returns their ids */
export async function deleteSessionsOf(
  on: Queries,
  userId: string,
  which: { only?: string; but?: string } = {},
): Promise<string[]> {
  if (which.only === undefined) await endLogins(on, userId)
  const { rows } = await on.query<{ sessionId: string }>({
    text: `delete from galla.sessions where "userId" = $1 and ($2::text is null or "sessionId" = $2) and ($3::text is null or "sessionId" <> $3)
      returning "sessionId"`,
    values: [userId, which.only, which.but],
  })
  return rows.map(({ sessionId }) => sessionId)
}
