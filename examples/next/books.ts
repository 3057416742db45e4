import { createGateway, type Gateway } from '@galla/gateway'
import { formatInr, Galla, inr } from '@galla/sdk'

/** Where payers reach the shop: said aloud, as a proxy in front hides it from the server. */
export const { SHOP_URL = 'http://localhost:3000' } = process.env

/** In your shop: what the cart costs by your own prices, never a number from the browser. */
export const PRICE = inr('499.00')

/** Next loads this module once for each bundle that uses it, and again when you save it: the books are the process's. */
const server = globalThis as typeof globalThis & { books?: Promise<Gateway> }

/** The shop's books: opened by whoever comes first, the same for everybody after. For the server only, as they hold secrets. */
export function books(): Promise<Gateway> {
  server.books ??= open().catch((error: unknown) => {
    server.books = undefined
    throw error
  })
  return server.books
}

async function open(): Promise<Gateway> {
  const { PROVIDER = 'http://127.0.0.1:4500', DATABASE = './data/books', CONSOLE_PASSWORD } = process.env
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
      // Once for each payment: what you write through `tx` is committed together with the word that it was done.
      'order.completed': ({ order }) => console.log(`${order.reference}: ${formatInr(order.amount)} paid`),
    },
    ...(CONSOLE_PASSWORD && {
      console: { password: CONSOLE_PASSWORD, path: '/admin/payments', providerUrl: PROVIDER },
    }),
  })
  await gateway.start()
  return gateway
}
