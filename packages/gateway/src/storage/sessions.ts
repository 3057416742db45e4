import type { Queries } from './database.ts'

/** A console session. Of the token only a digest is stored. */
export interface SessionRow {
  readonly digest: string
  readonly csrf: string
  readonly createdAtMs: number
  readonly usedAtMs: number
}

export async function findSession(on: Queries, digest: string): Promise<SessionRow | undefined> {
  const { rows } = await on.query<SessionRow>({
    name: 'find-session',
    text: 'select "digest", "csrf", "createdAtMs", "usedAtMs" from galla.sessions where "digest" = $1',
    values: [digest],
  })
  return rows[0]
}

/** Stores a new session and deletes those that were last used, or created, before the given times. */
export async function insertSession(
  on: Queries,
  session: { digest: string; csrf: string; nowMs: number },
  expired: { usedBeforeMs: number; createdBeforeMs: number },
): Promise<void> {
  await on.query({
    name: 'insert-session',
    text: `with old as (delete from galla.sessions where "usedAtMs" < $4 or "createdAtMs" < $5)
      insert into galla.sessions ("digest", "csrf", "createdAtMs", "usedAtMs") values ($1, $2, $3, $3)`,
    values: [session.digest, session.csrf, session.nowMs, expired.usedBeforeMs, expired.createdBeforeMs],
  })
}

export async function touchSession(on: Queries, digest: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'touch-session',
    text: 'update galla.sessions set "usedAtMs" = greatest("usedAtMs", $2) where "digest" = $1',
    values: [digest, nowMs],
  })
}

export async function deleteSession(on: Queries, digest: string): Promise<void> {
  await on.query({
    name: 'delete-session',
    text: 'delete from galla.sessions where "digest" = $1',
    values: [digest],
  })
}
