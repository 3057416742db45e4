import type { Database, Queries } from '../database.ts'

/**
 * Runs statements that join whole tables, in one transaction. Right after an import PostgreSQL has no statistics of the new rows, and would
 * choose to compare each row of a table with each row of another: here it joins by a hash or by order. The statements have no name, so that each is planned
 * for the sizes of now.
 */
export const inWholeTables = <Result>(database: Database, work: (tx: Queries) => Promise<Result>): Promise<Result> =>
  database.transaction(async (tx) => {
    await tx.query({ text: 'set local enable_nestloop = off' })
    return work(tx)
  })
