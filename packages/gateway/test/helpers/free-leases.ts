import type { Pool } from 'pg'

const LEASED = ['orders', 'refunds', 'callbacks', 'deliveries', 'plan_subscriptions']

/** Frees every lease instead of waiting for its end. Only while no process works. */
export async function freeLeases(pool: Pool): Promise<void> {
  for (const table of LEASED)
    await pool.query(`update galla.${table} set "leasedUntil" = null where "leasedUntil" is not null`)
}
