import type { Pool } from 'pg'
import type { Load } from './load.ts'
import type { Writers } from './writers.ts'

interface MissingWork {
  /** Orders, refunds and callbacks that a gateway acknowledged. */
  readonly acknowledged: readonly string[]
  /** Writes that a server acknowledged after a standby had them: a server that was the primary no longer would have. */
  readonly writes: readonly string[]
  /** Writes that a server acknowledged without a standby, as `synchronous_commit = off` asks for. */
  readonly unconfirmed: number
}

/** Everything that was acknowledged before the call, and is not in the database. */
export async function findMissingWork(pool: Pool, load: Load, writers: Writers): Promise<MissingWork> {
  // Copies, made before the tables are read.
  const { orders, refunds, callbacks } = load.acknowledged
  const wanted: readonly (readonly [string, string, readonly string[]])[] = [
    ['merchantOrderId', 'galla.orders', [...orders]],
    ['merchantRefundId', 'galla.refunds', [...refunds]],
    ['digest', 'galla.callbacks', [...callbacks]],
  ]
  const written = writers.acknowledgedSoFar()
  const acknowledged: string[] = []
  for (const [column, table, ids] of wanted) acknowledged.push(...(await absent(pool, column, table, ids)))
  return {
    acknowledged,
    writes: await absent(pool, 'id', 'writes', written.on),
    unconfirmed: (await absent(pool, 'id', 'writes', written.off)).length,
  }
}

async function absent(pool: Pool, column: string, table: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select wanted.id from unnest($1::text[]) as wanted(id) where not exists (select 1 from ${table} stored where stored."${column}" = wanted.id)`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
