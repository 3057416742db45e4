import type { Queries } from '../database.ts'
import { lockRetention, NO_ROW_HELD } from '../privacy/retention.ts'

/** Files of refunds that were uploaded and not started, at most. */
export interface UnstartedLimits {
  readonly ofUser: number
  readonly ofAll: number
}

/**
 * Makes place for a file that this transaction has stored: deletes the oldest others that were not started, first of its user. Waits for
 * other transactions that do this, so that files which are stored at the same time do not pass the limits; only the audit log is locked later.
 * @returns false when too many are left, each with an order on hold
 */
export async function deleteSurplusFiles(
  tx: Queries,
  file: { readonly fileId: string; readonly uploadedBy: string },
  limits: UnstartedLimits,
): Promise<boolean> {
  await lockRetention(tx)
  const { rows } = await tx.query<{ ofUser: number; ofAll: number }>({
    text: `select count(*) filter (where "uploadedBy" = $1)::int as "ofUser", count(*)::int as "ofAll"
      from galla.refund_files where "startedAtMs" is null`,
    values: [file.uploadedBy],
  })
  const { ofUser = 0, ofAll = 0 } = rows[0] ?? {}
  const surplusOfUser = Math.max(ofUser - limits.ofUser, 0)
  const surplus = Math.max(ofAll - limits.ofAll, surplusOfUser)
  const deletedOfUser = await deleteOldest(tx, file.fileId, surplusOfUser, file.uploadedBy)
  if (deletedOfUser < surplusOfUser) return false
  return (await deleteOldest(tx, file.fileId, surplus - deletedOfUser)) === surplus - deletedOfUser
}

/** A file that another transaction starts at this moment is left, as one with an order on hold. Returns how many were deleted. */
async function deleteOldest(tx: Queries, but: string, count: number, uploadedBy?: string): Promise<number> {
  if (count === 0) return 0
  const { rowCount } = await tx.query({
    text: `delete from galla.refund_files where "fileId" in (select t."fileId" from galla.refund_files t
      where t."startedAtMs" is null and t."fileId" <> $1 and ($3::text is null or t."uploadedBy" = $3) and ${NO_ROW_HELD}
      order by t."createdAtMs", t."fileId" limit $2 for update of t skip locked)`,
    values: [but, count, uploadedBy],
  })
  return rowCount ?? 0
}
