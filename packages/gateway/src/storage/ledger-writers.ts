import type { Queries } from './database.ts'

/** Transactions that have written to the ledger and have not ended, as one that waits for a standby to confirm its commit: what they wrote is not visible yet. */
export async function ledgerWriters(on: Queries): Promise<readonly string[]> {
  const { rows } = await on.query<{ id: string }>({
    name: 'ledger-writers',
    text: `select distinct "virtualtransaction" as "id" from pg_locks where "locktype" = 'relation' and "mode" = 'RowExclusiveLock' and "granted"
      and "relation" = 'galla.ledger'::regclass and "database" = (select "oid" from pg_database where "datname" = current_database())`,
  })
  return rows.map(({ id }) => id)
}
