import type { Queries } from '../database.ts'
import { lockUser, type UserRow } from './users.ts'

/** Uses the state of a sign-in; false when it was used before, by whichever replica. */
export async function useSignIn(tx: Queries, digest: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'insert into galla.used_sign_ins ("digest", "usedAtMs") values ($1, $2) on conflict do nothing',
    values: [digest, nowMs],
  })
  return rowCount === 1
}

/** Notes the time of what may happen again; the latest counts. */
export async function noteSignIn(tx: Queries, digest: string, nowMs: number): Promise<void> {
  await tx.query({
    text: `insert into galla.used_sign_ins ("digest", "usedAtMs") values ($1, $2)
      on conflict ("digest") do update set "usedAtMs" = greatest(used_sign_ins."usedAtMs", excluded."usedAtMs")`,
    values: [digest, nowMs],
  })
}

/** Tells whether the state was used or noted at that time or later. */
export async function isSignInUsedSince(tx: Queries, digest: string, sinceMs: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'select from galla.used_sign_ins where "digest" = $1 and "usedAtMs" >= $2',
    values: [digest, sinceMs],
  })
  return rowCount === 1
}

/** The user who is linked to an account of a provider, locked until the transaction ends. */
export async function findLinkedUser(tx: Queries, issuer: string, subject: string): Promise<UserRow | undefined> {
  const { rows } = await tx.query<{ userId: string }>({
    text: 'select "userId" from galla.users where "oidcIssuer" = $1 and "oidcSubject" = $2',
    values: [issuer, subject],
  })
  return rows[0] && lockUser(tx, rows[0].userId)
}

/** The user of a session that a sign-in in a session of the provider has opened, locked until the transaction ends. */
export async function findUserOfProviderSession(
  tx: Queries,
  issuer: string,
  sid: string,
): Promise<UserRow | undefined> {
  const { rows } = await tx.query<{ userId: string }>({
    text: `select "userId" from galla.sessions join galla.users using ("userId") where "providerSid" = $2 and "oidcIssuer" = $1 limit 1`,
    values: [issuer, sid],
  })
  return rows[0] && lockUser(tx, rows[0].userId)
}

/** Links a user to an account, or to none. */
export async function saveLink(
  tx: Queries,
  userId: string,
  account?: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  await tx.query({
    text: 'update galla.users set "oidcIssuer" = $2, "oidcSubject" = $3 where "userId" = $1',
    values: [userId, account?.issuer, account?.subject],
  })
}
