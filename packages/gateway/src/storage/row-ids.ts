import type { Queries } from './database.ts'

/**
 * The ids of rows that are to be inserted, from the sequence of their table, so that encrypted values can be bound to them. Undefined without
 * data keys: the insert takes the ids itself.
 */
export async function nextIds(
  on: Queries,
  table: 'calls' | 'callbacks',
  count: number,
): Promise<readonly number[] | undefined> {
  if (on.dataKeys.encryptsWith === undefined) return undefined
  const id = table === 'calls' ? 'callId' : 'callbackId'
  const { rows } = await on.query<{ id: number }>({
    name: `next-ids-of-${table}`,
    text: `select nextval('galla."${table}_${id}_seq"') as "id" from generate_series(1, $1::integer)`,
    values: [count],
  })
  return rows.map((row) => row.id)
}
