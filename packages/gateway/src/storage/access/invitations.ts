import type { Role } from '@galla/contract/gateway-api/roles'
import type { MadeLink } from '../../domain/access/one-person.ts'
import type { Queries } from '../database.ts'

export interface NewInvitation {
  readonly digest: string
  readonly userId: string
  /** The person who made it; undefined for a program. */
  readonly createdById: string | undefined
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** Stores the invitation of a user; an earlier one ends. */
export async function insertInvitation(
  on: Queries,
  { digest, userId, createdById, nowMs, expiresAtMs }: NewInvitation,
): Promise<void> {
  await on.query({
    text: `insert into galla.invitations ("digest", "userId", "createdById", "createdAtMs", "expiresAtMs") values ($1, $2, $3, $4, $5)
      on conflict ("userId") do update set "digest" = excluded."digest", "createdById" = excluded."createdById",
        "createdAtMs" = excluded."createdAtMs", "expiresAtMs" = excluded."expiresAtMs"`,
    values: [digest, userId, createdById, nowMs, expiresAtMs],
  })
}

/** Records who may act as a user since a time: who invited the user, or made the link with which the password was set. A program joins nobody. */
export async function recordLinkMaker(
  on: Queries,
  { userId, madeById, atMs }: { readonly userId: string; readonly madeById: string | undefined; readonly atMs: number },
): Promise<void> {
  if (madeById === undefined) return
  await on.query({
    text: `insert into galla.link_makers ("userId", "madeById", "madeAtMs") values ($1, $2, $3)
      on conflict ("userId", "madeById") do update set "madeAtMs" = greatest(galla.link_makers."madeAtMs", excluded."madeAtMs")`,
    values: [userId, madeById, atMs],
  })
}

/** Links after a time, one for each user and maker: invitations, and later links that set a password. */
export async function linksMadeAfter(on: Queries, atMs: number): Promise<MadeLink[]> {
  const { rows } = await on.query<MadeLink>({
    text: 'select "userId", "madeById" from galla.link_makers where "madeAtMs" > $1',
    values: [atMs],
  })
  return rows
}

export interface FoundInvitation {
  readonly userId: string
  readonly name: string
  readonly expiresAtMs: number
  /** The person who made it; undefined for a program. */
  readonly createdById: string | undefined
}

/**
 * The enabled user whom an invitation is for; undefined when it is unknown, used, replaced or expired, and when the person who made it is
 * disabled or has none of the roles `by`: one may be stored while that person is disabled.
 */
export async function findInvitation(
  on: Queries,
  digest: string,
  { nowMs, by }: { readonly nowMs: number; readonly by: readonly Role[] },
): Promise<FoundInvitation | undefined> {
  const { rows } = await on.query<FoundInvitation & { createdById: string | null }>({
    text: `select "userId", u."name", i."expiresAtMs", i."createdById" from galla.invitations i join galla.users u using ("userId")
      where i."digest" = $1 and i."expiresAtMs" > $2 and u."disabledAtMs" is null and (i."createdById" is null or exists
        (select from galla.users m where m."userId" = i."createdById" and m."disabledAtMs" is null and m."role" = any ($3)))`,
    values: [digest, nowMs, by],
  })
  return rows[0] && { ...rows[0], createdById: rows[0].createdById ?? undefined }
}

/** Uses an invitation up. False when another request was faster. */
export async function deleteInvitation(on: Queries, digest: string): Promise<boolean> {
  const { rowCount } = await on.query({ text: 'delete from galla.invitations where "digest" = $1', values: [digest] })
  return rowCount === 1
}

/**
 * Ends the invitation of a person (`own`), and those that the person made for others (`made`). Locked in one order, because two people
 * may have made links for each other.
 */
export async function endInvitations(
  on: Queries,
  userId: string,
  { own = false, made = false }: { readonly own?: boolean; readonly made?: boolean },
): Promise<void> {
  await on.query({
    text: `with "due" as materialized (
        select "userId" from galla.invitations where ("userId" = $1 and $2) or ("createdById" = $1 and $3)
        order by "userId" for update)
      delete from galla.invitations i using "due" d where i."userId" = d."userId"`,
    values: [userId, own, made],
  })
}
