import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, inIndia, openSubscriptionShop } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** Reads every row of the schema; `putBack` makes them the only ones again, as a restored backup does. */
async function backUp(database: object): Promise<() => Promise<void>> {
  const client = new Client(database)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select c.relname as "name", string_agg(format('%I', a.attname), ', ') as "columns"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'galla'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' group by 1`,
  )
  const kept: { [table: string]: unknown } = {}
  for (const { name } of tables)
    kept[name] = (
      await client.query(`select coalesce(jsonb_agg(t), '[]')::text as "rows" from galla."${name}" t`)
    ).rows[0]?.rows
  await client.end()
  return async () => {
    const writer = new Client(database)
    await writer.connect()
    try {
      // No trigger and no foreign key acts on rows that are put back.
      await writer.query('set session_replication_role = replica')
      for (const { name } of tables) await writer.query(`delete from galla."${name}"`)
      for (const { name, columns } of tables)
        await writer.query(
          `insert into galla."${name}" (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::galla."${name}", $1::jsonb)`,
          [kept[name]],
        )
    } finally {
      await writer.end()
    }
  }
}

describe('a database that is restored from a backup', () => {
  it.each([
    ['from before the announcement of a debit', SECOND - 37 * HOUR_MS, true, false],
    ['from before the announcement of a debit, and nobody says so', SECOND - 37 * HOUR_MS, false, true],
    ['from between announcement and debit', SECOND - HOUR_MS, true, false],
    ['from between announcement and debit, and nobody says so', SECOND - HOUR_MS, false, false],
  ] as const)('%s does not debit the cycle again', async (_, backupMs, isMarked, isReviewed) => {
    const shop = await openSubscriptionShop(createTestGateway, { sandbox: { quirks: { debitCycle: 'none' } } })
    const { activate, until, settings, gateway, debited, cycles, rows } = shop
    await activate()
    await until(backupMs)
    const putBack = await backUp(settings.database as object)
    await until(SECOND + 2 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    await putBack()
    if (isMarked) await gateway.markRestored()
    await until(SECOND + 40 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    await until(SECOND + 90 * HOUR_MS)
    expect(await debited()).toEqual(['sub-7-2-1'])
    const reviewed = await rows<{ merchantOrderId: string }>(
      'select "merchantOrderId" from galla.orders where "needsReview" is not null',
    )
    // Nobody knows whose debit the provider has, unless somebody says that the database was restored.
    if (isReviewed) expect(reviewed).toEqual([{ merchantOrderId: 'sub-7-2-1' }])
    else expect(await cycles()).toMatchObject([{ outcome: 'PAID' }, { outcome: 'PAID' }])
  })
})
