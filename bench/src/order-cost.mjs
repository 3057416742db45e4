/**
 * Measures what a whole order costs: CPU time, and bytes on the disk of each table: `node bench/src/order-cost.mjs [--orders 2000]`.
 * Twelve payers start an order, pay, and the gateway receives the callback, reads the status and runs a handler. The sandbox runs in the gateway's process, so the CPU time includes the provider's.
 */
import { parseArgs } from 'node:util'
import { createGateway } from '@galla/gateway'
import { createSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import pg from 'pg'
import { startDatabaseServer } from './database/server.mjs'
import { GATEWAY_CLIENT } from './lib/inputs.mjs'

const PAYERS = 12
const REDIRECT_URL = 'https://shop.example/thanks'
const CALLBACKS = 'http://shop.localhost/callbacks'
const callbackCredentials = { username: 'tea_stall', password: 'Passw0rd99' }

const { values } = parseArgs({ options: { orders: { type: 'string', default: '2000' } } })
const orders = Number(values.orders)

/** Sizes of the gateway's tables with their indexes, in bytes. */
async function tableSizes(pool) {
  await pool.query('vacuum')
  const { rows } = await pool.query(
    `select relname as "table", pg_total_relation_size(relid)::int as bytes from pg_stat_user_tables where schemaname = 'galla'`,
  )
  return new Map(rows.map(({ table, bytes }) => [table, bytes]))
}

/** Runs the orders of twelve payers until the handler has run for each one. */
async function payOrders(gateway, sandbox, fulfilled) {
  let next = 0
  const payer = async () => {
    while (next < orders) {
      next += 1
      const cart = { reference: `cart-${next}`, checkout: 'STANDARD', amount: inr('499'), redirectUrl: REDIRECT_URL }
      const { order } = await gateway.orders.start(cart)
      await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    }
  }
  await Promise.all(Array.from({ length: PAYERS }, payer))
  while (fulfilled() < orders) await new Promise((resolve) => setTimeout(resolve, 50))
}

const server = await startDatabaseServer({ durable: true })
const database = JSON.parse(await server.createDatabase('order_cost'))
let count = 0
let gateway
const sandbox = createSandbox({
  callbacks: { url: CALLBACKS, mode: 'classic', ...callbackCredentials },
  deliver: (_url, init) => gateway.fetch(new Request(CALLBACKS, init)),
})
const pool = new pg.Pool({ ...database, max: 1 })
try {
  gateway = await createGateway({
    ...GATEWAY_CLIENT,
    client: ({ tokenStore }) => new Galla({ ...GATEWAY_CLIENT, clientVersion: 1, tokenStore, fetch: sandbox.fetch }),
    database,
    callbackCredentials,
    on: {
      'order.completed': () => {
        count += 1
      },
    },
  })
  await gateway.start()
  const before = await tableSizes(pool)
  const [usage, postgres, startedMs] = [process.cpuUsage(), await server.cpuSeconds('order_cost'), performance.now()]
  await payOrders(gateway, sandbox, () => count)
  const seconds = (performance.now() - startedMs) / 1_000
  const { user, system } = process.cpuUsage(usage)
  const postgresMs = ((await server.cpuSeconds('order_cost')) - postgres) * 1_000
  await gateway.stop()
  console.log(`${orders} orders, ${(orders / seconds).toFixed(0)} a second`)
  console.log(
    `CPU of an order: process ${((user + system) / 1_000 / orders).toFixed(1)} ms, PostgreSQL ${(postgresMs / orders).toFixed(1)} ms`,
  )
  const grown = [...(await tableSizes(pool))].map(([table, bytes]) => [table, (bytes - before.get(table)) / orders])
  for (const [table, bytes] of grown.sort((a, b) => b[1] - a[1]))
    if (bytes >= 10) console.log(`${table.padEnd(20)} ${bytes.toFixed(0).padStart(6)} bytes an order`)
} finally {
  await gateway?.stop()
  await pool.end()
  await sandbox.close()
  await server.stop()
}
