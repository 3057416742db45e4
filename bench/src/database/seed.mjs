import { orderFacts } from './facts.mjs'
import { insertSql } from './insert-sql.mjs'
import { pendingOrder, rowsOf } from './rows.mjs'

/** For each table, the orders that have rows in the table. */
const SOURCES = {
  orders: 'from facts',
  decisions: 'from facts, generate_series(1, 2) step',
  callbacks: "from facts where state <> 'PENDING'",
  events: "from facts where state <> 'PENDING'",
  deliveries: "from facts where state <> 'PENDING'",
  calls: 'from facts, generate_series(1, 2) step',
  refunds: "from facts where state = 'COMPLETED' and n % 30 = 0",
  ledger: "from facts, generate_series(1, 3) step where state = 'COMPLETED' and (step = 1 or n % 30 = 0)",
  ledger_tail: "from facts, generate_series(1, 3, 2) step where state = 'COMPLETED' and (step = 1 or n % 30 = 0)",
}

/**
 * Fills an empty gateway database.
 * @param shares part of the orders, the newest, that have rows in a table, by its name. @default 1
 */
export async function seedMonth(client, { orders, shares = {}, onTable = () => {} }) {
  // Disables the checks of foreign keys: the rows are consistent, and checking takes longer than inserting.
  await client.query('set session_replication_role = replica')
  for (const [table, columns] of Object.entries(rowsOf(orders))) {
    onTable(table)
    const first = 1 + Math.floor(orders * (1 - (shares[table] ?? 1)))
    const facts = `(${orderFacts(orders, first)}) facts`
    await insertRows(
      client,
      `galla.${table}`,
      `${insertSql(columns)} ${SOURCES[table].replace('from facts', `from ${facts}`)}`,
    )
  }
  await client.query('set session_replication_role = origin')
}

/** Inserts pending orders whose next poll is in the future, one per second. */
export async function seedPendingOrders(client, { orders }) {
  await insertRows(
    client,
    'galla.orders',
    `${insertSql(pendingOrder)}
    from (select n, 'o-' || md5(n::text) as id from generate_series(1, ${orders}) n) t`,
  )
}

/** Inserts with one statement. The indexes are dropped before and recreated after it, which is many times faster. */
export async function insertRows(client, table, insert) {
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(`insert into ${table} ${insert}`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query(`vacuum (analyze) ${table}`)
}
