import type { Queries } from './database.ts'

export interface NewInvitation {
  readonly digest: string
  readonly userId: string
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** Stores the invitation of a user; an earlier one ends. */
export async function insertInvitation(
  on: Queries,
  { digest, userId, nowMs, expiresAtMs }: NewInvitation,
): Promise<void> {
  await on.query({
    text: `insert into galla.invitations ("digest", "userId", "createdAtMs", "expiresAtMs") values ($1, $2, $3, $4)
      on conflict ("userId") do update set "digest" = excluded."digest", "createdAtMs" = excluded."createdAtMs",
        "expiresAtMs" = excluded."expiresAtMs"`,
    values: [digest, userId, nowMs, expiresAtMs],
  })
}

/** The enabled user whom an invitation is for; undefined when it is unknown, used, replaced or expired. */
export async function findInvitation(
  on: Queries,
  digest: string,
  nowMs: number,
): Promise<{ userId: string; name: string; expiresAtMs: number } | undefined> {
  const { rows } = await on.query<{ userId: string; name: string; expiresAtMs: number }>({
    text: `select "userId", u."name", i."expiresAtMs" from galla.invitations i join galla.users u using ("userId")
      where i."digest" = $1 and i."expiresAtMs" > $2 and u."disabledAtMs" is null`,
    values: [digest, nowMs],
  })
  return rows[0]
}

/** Uses an invitation up. False when another request was faster. */
export async function deleteInvitation(on: Queries, digest: string): Promise<boolean> {
  const { rowCount } = await on.query({ text: 'delete from galla.invitations where "digest" = $1', values: [digest] })
  return rowCount === 1
}

export async function deleteInvitationOf(on: Queries, userId: string): Promise<void> {
  await on.query({ text: 'delete from galla.invitations where "userId" = $1', values: [userId] })
}
