import { type LegalHold, MAX_LISTED_HOLDS } from '@galla/contract/gateway-api/payers'
import type { Queries } from '../database.ts'
import { payerDataSince } from '../orders/order-age.ts'
import { decrypted, encrypted } from './encrypted-columns.ts'
import { lockRetention } from './retention.ts'

/** Stores a hold, or returns the one that exists; undefined when there is no such order. Call it in a transaction. */
export async function insertHold(
  tx: Queries,
  hold: LegalHold,
): Promise<{ hold: LegalHold; isNew: boolean } | undefined> {
  // Nothing of the order is erased after the hold is stored.
  await lockRetention(tx)
  const { rowCount } = await tx.query({
    text: `insert into galla.legal_holds ("merchantOrderId", "reason", "by", "sinceMs")
      select "merchantOrderId", $2, $3, $4 from galla.orders where "merchantOrderId" = $1 on conflict do nothing`,
    values: [hold.merchantOrderId, encrypted(tx, 'legal_holds', hold).reason, hold.by, hold.sinceMs],
  })
  const { rows } = await tx.query<LegalHold>({
    text: `select "merchantOrderId", "reason", "by", "sinceMs" from galla.legal_holds where "merchantOrderId" = $1`,
    values: [hold.merchantOrderId],
  })
  return rows[0] && { hold: decrypted(tx, 'legal_holds', rows[0]), isNew: rowCount === 1 }
}

/**
 * Ends a hold; false when there is none. What was skipped meanwhile is erased when the order reaches the age of `eraseAfterMs`, or
 * now if it has; an erasure that was requested is carried out now. `eraseAfterMs` undefined: nothing is erased by age. Call it in a
 * transaction.
 */
export async function deleteHold(
  tx: Queries,
  merchantOrderId: string,
  eraseAfterMs: number | undefined,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'delete from galla.legal_holds where "merchantOrderId" = $1',
    values: [merchantOrderId],
  })
  if (rowCount !== 1) return false
  if (eraseAfterMs !== undefined) {
    await tx.query({
      text: `insert into galla.erasures ("merchantOrderId", "dueAtMs")
        select "merchantOrderId", ${payerDataSince('o')} + $2::bigint from galla.orders o where "merchantOrderId" = $1 on conflict do nothing`,
      values: [merchantOrderId, eraseAfterMs],
    })
  }
  return true
}

/** Newest first, at most 1 000. */
export async function listHolds(on: Queries): Promise<LegalHold[]> {
  const { rows } = await on.query<LegalHold>({
    text: `select "merchantOrderId", "reason", "by", "sinceMs" from galla.legal_holds order by "sinceMs" desc, "merchantOrderId" limit ${MAX_LISTED_HOLDS}`,
  })
  return rows.map((row) => decrypted(on, 'legal_holds', row))
}
