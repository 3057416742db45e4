import { createGateway, type Gateway } from '@galla/gateway'
import { formatInr, Galla, inr } from '@galla/sdk'

/** Address at which payers reach the shop, as the browser shows it. Behind a proxy the server does not know it. */
export const { SHOP_URL = 'http://127.0.0.1:3000' } = process.env

/** In your shop: compute the amount from your own prices, never from a number that the browser sends. */
export const PRICE = inr('499.00')

/** Next loads this module once per bundle and again on every hot reload, so the gateway is kept in a global. */
const server = globalThis as typeof globalThis & { gateway?: Promise<Gateway> }

/** Opens the gateway on the first call and returns the same one afterwards. Server only: it holds secrets. */
export function getGateway(): Promise<Gateway> {
  server.gateway ??= openGateway().catch((error: unknown) => {
    server.gateway = undefined
    throw error
  })
  return server.gateway
}

async function openGateway(): Promise<Gateway> {
  const { PROVIDER = 'http://127.0.0.1:4500', DATABASE = './data/gateway', CONSOLE_PASSWORD } = process.env
  const client = {
    environment: 'SANDBOX',
    clientId: 'tea-stall',
    clientSecret: 'any words will do in the sandbox',
  } as const
  const gateway = await createGateway({
    ...client,
    client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: PROVIDER, tokenStore }),
    database: DATABASE, // a real PostgreSQL in a folder; in your shop perhaps postgres://…
    callbackCredentials: { username: 'tea-stall', password: 'two-cups' },
    on: {
      // Runs once per payment. What you write through `tx` is committed together with the delivery of the event.
      'order.completed': ({ order }) => console.log(`${order.reference}: ${formatInr(order.amount)} paid`),
    },
    ...(CONSOLE_PASSWORD && {
      console: { password: CONSOLE_PASSWORD, path: '/admin/payments', providerUrl: PROVIDER },
    }),
  })
  await gateway.start()
  return gateway
}
