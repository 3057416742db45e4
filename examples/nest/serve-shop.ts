import 'reflect-metadata'
import { randomUUID } from 'node:crypto'
import { jsonLog } from '@galla/gateway'
import { formatInr, Galla } from '@galla/sdk'
import { createShop } from './shop.ts'

const { PORT = '3000', PROVIDER = 'http://127.0.0.1:4500', CONSOLE_PASSWORD = randomUUID() } = process.env
const shopUrl = `http://127.0.0.1:${PORT}`

const client = {
  environment: 'SANDBOX',
  clientId: 'tea-stall',
  clientSecret: 'any words will do in the sandbox',
} as const

async function serve(): Promise<void> {
  const shop = await createShop(
    {
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
    },
    shopUrl,
  )
  await shop.listen(Number(PORT), '127.0.0.1')
  console.log(`Shop: ${shopUrl}/\nConsole: ${shopUrl}/admin/payments/ (password: ${CONSOLE_PASSWORD})`)
}

void serve()
