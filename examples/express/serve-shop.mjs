import { randomUUID } from 'node:crypto'
import { createGateway, jsonLog } from '@galla/gateway'
import { formatInr, Galla } from '@galla/sdk'
import { createShop } from './shop.mjs'

const { PORT = '3000', PROVIDER = 'http://127.0.0.1:4500', CONSOLE_PASSWORD = randomUUID() } = process.env
const shopUrl = `http://127.0.0.1:${PORT}`

const client = /** @type {const} */ ({
  environment: 'SANDBOX',
  clientId: 'tea-stall',
  clientSecret: 'any words will do in the sandbox',
})

const gateway = await createGateway({
  ...client,
  client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: PROVIDER, tokenStore }),
  database: './data/gateway', // a real PostgreSQL in a folder; in your shop perhaps postgres://…
  callbackCredentials: { username: 'tea-stall', password: 'two-cups' },
  on: {
    // Runs once per payment. What you write through `tx` is committed together with the delivery of the event.
    'order.completed': ({ order }) => console.log(`${order.reference}: ${formatInr(order.amount)} paid`),
  },
  console: { password: CONSOLE_PASSWORD, path: '/admin/payments', providerUrl: PROVIDER },
  log: jsonLog({ level: 'warn' }),
})
await gateway.start()

const server = createShop(gateway, shopUrl).listen(Number(PORT), '127.0.0.1')
console.log(`Shop: ${shopUrl}/\nConsole: ${shopUrl}/admin/payments/ (password: ${CONSOLE_PASSWORD})`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close()
    await gateway.stop()
  })
}
