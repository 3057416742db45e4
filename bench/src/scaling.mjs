/**
 * Loads a month of very many orders into a PostgreSQL and compares its reads and its polling with those of 10,000 orders:
 * `node bench/src/scaling.mjs [--orders 10000000] [--folder DIR] [--quick]`. A folder is kept, and a database in it is not loaded again.
 * 10,000,000 orders take 30 GB and half an hour; each has its row, the newer ones also their callbacks, calls, decisions and events.
 */
import { parseArgs } from 'node:util'
import { seedMonth } from './database/seed.mjs'
import { startDatabaseServer } from './database/server.mjs'
import { startSubject } from './lib/processes.mjs'
import { rowPrinter } from './lib/rows.mjs'
import { compareReads } from './measures/reads.mjs'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000000' },
    folder: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

/** Part of the orders, the newest, that have rows in these tables. The calls cover the day whose overview is read. */
const SHARES = { calls: 0.07, decisions: 0.01, callbacks: 0.01, events: 0.01, deliveries: 0.01 }
/** For the load; reads do not depend on them. */
const SETTINGS = { max_wal_size: '16GB', maintenance_work_mem: '1GB', checkpoint_timeout: '30min' }

const startedMs = performance.now()
const log = (text) => console.error(`${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(5)} s  ${text}`)

const server = await startDatabaseServer({ durable: false, folder: values.folder, settings: SETTINGS })
const subjects = []
try {
  for (const orders of [10_000, Number(values.orders)]) {
    const shares = orders === 10_000 ? {} : SHARES
    const connection = await server.createDatabase(`orders_${orders}`, (client) =>
      seedMonth(client, { orders, shares, onTable: (table) => log(`${orders} orders: loading ${table}`) }),
    )
    subjects.push({ ...(await startSubject('gateway-reads', connection)), name: orders })
  }
  log('measuring')
  const print = rowPrinter(console.log, { isTerminal: process.stdout.isTTY })
  for await (const row of compareReads(subjects, values.quick)) {
    print(row)
    if (row.failed !== undefined) process.exitCode = 1
  }
} finally {
  await Promise.all(subjects.map(({ stop }) => stop()))
  await server.stop()
}
