import type { Queries } from '../database.ts'

/** Stores an encrypted key that is not confirmed yet. */
export async function savePendingKey(on: Queries, userId: string, encrypted: string): Promise<void> {
  await on.query({
    text: 'update galla.users set "totpPending" = $2 where "userId" = $1',
    values: [userId, encrypted],
  })
}

/** Makes the pending key the one that counts. */
export async function enableApp(on: Queries, userId: string, step: number): Promise<void> {
  await on.query({
    text: `update galla.users set "totpSecret" = "totpPending", "totpPending" = null, "totpStep" = $2 where "userId" = $1`,
    values: [userId, step],
  })
}

/** Stores digests of new recovery codes in place of those before. */
export async function saveRecoveryCodes(on: Queries, userId: string, digests: readonly string[]): Promise<void> {
  await on.query({ text: 'delete from galla.recovery_codes where "userId" = $1', values: [userId] })
  await on.query({
    text: 'insert into galla.recovery_codes ("userId", "digest") select $1, unnest($2::text[])',
    values: [userId, digests],
  })
}

export async function removeApp(on: Queries, userId: string): Promise<void> {
  await on.query({
    text: 'update galla.users set "totpSecret" = null, "totpPending" = null, "totpStep" = null where "userId" = $1',
    values: [userId],
  })
}

/** Deletes the recovery codes of a user without a second factor. */
export async function deleteUnneededCodes(on: Queries, userId: string): Promise<void> {
  await on.query({
    text: `delete from galla.recovery_codes where "userId" = $1
      and not exists (select from galla.users where "userId" = $1 and "totpSecret" is not null)
      and not exists (select from galla.passkeys where "userId" = $1)`,
    values: [userId],
  })
}

/** Uses the code of a period up. False when it, or a later one, was used already: by whichever replica. */
export async function useStep(on: Queries, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await on.query({
    text: 'update galla.users set "totpStep" = $2 where "userId" = $1 and ("totpStep" is null or "totpStep" < $2)',
    values: [userId, step],
  })
  return rowCount === 1
}

/** Uses a recovery code up; false when it is unknown or was used. */
export async function useRecoveryCode(on: Queries, userId: string, digest: string): Promise<boolean> {
  const { rowCount } = await on.query({
    text: 'delete from galla.recovery_codes where "userId" = $1 and "digest" = $2',
    values: [userId, digest],
  })
  return rowCount === 1
}

export async function countRecoveryCodes(on: Queries, userId: string): Promise<number> {
  const { rows } = await on.query<{ count: number }>({
    text: 'select count(*) as "count" from galla.recovery_codes where "userId" = $1',
    values: [userId],
  })
  return rows[0]?.count ?? 0
}
