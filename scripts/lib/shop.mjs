import { jsonLog } from '@galla/gateway'
import { serveSandbox } from '@galla/sandbox'
import { createCallbacks } from '@galla/sdk'
import { openShop } from '../../apps/shop/dist/server/main.mjs'
import { openTill } from './till.mjs'

/**
 * The tea stall with everything behind it: the provider, the books on a real PostgreSQL, the shop's server, the console.
 * What each callback said is kept on its way, as a witness beside the books.
 * @param {{ port?: number, data?: string | undefined, fresh?: boolean, onEvent?: (event: import('@galla/sdk').CallbackEvent) => void }} options
 *   `port`: the provider's; the shop and the console take the next two, or any free ones. `data`: a folder that
 *   remembers what was sold.
 */
export async function openStall({ port = 0, data, fresh = false, onEvent = () => {} } = {}) {
  const till = openTill({ folder: data, fresh })
  const { clientSecret, callbackPassword, cookieSecret, consolePassword } = till.secrets
  const secret = { username: 'tea_stall', password: callbackPassword }
  const callbacks = createCallbacks(secret)
  const heard = []
  const refused = []
  const parcels = []
  const open = []
  const close = async () => {
    for (const one of open.reverse()) await one.close()
    till.close()
  }

  const listenIn = async ({ headers, body }) => {
    try {
      const event = await callbacks.verify({ headers, body })
      heard.push(event)
      onEvent(event)
    } catch (error) {
      refused.push(error.message)
    }
  }
  try {
    const sandbox = await serveSandbox({
      port,
      fallbackToFreePort: true,
      merchantName: 'Nukkad Chai',
      state: till.provider,
      // A till is no place to wait for a bank's three seconds.
      refundAutoSettle: { acceptAfterMs: 100, completeAfterMs: 300 },
      deliver: async (url, delivery) => {
        await listenIn(delivery)
        return fetch(url, delivery)
      },
    })
    open.push(sandbox)
    const shop = await openShop({
      client: { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret, clientVersion: 1 },
      provider: sandbox.url,
      checkoutScript: `${sandbox.url}/web/bundle/checkout.js`,
      cardKey: sandbox.cardKey,
      callbackCredentials: secret,
      database: till.books,
      cookieSecret,
      consolePassword,
      port: port && port + 1,
      consolePort: port && port + 2,
      log: jsonLog({ level: 'warn', to: process.stderr }),
      onParcel: ({ merchantOrderId }) => parcels.push(merchantOrderId),
    })
    open.push(shop)
    await sandbox.setReceiver({ url: `${shop.url}/payments/callbacks`, mode: 'classic', ...secret })
    return { ...shop, sandbox, consolePassword, kept: till.kept, heard, refused, parcels, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The first answer of `look` that is not undefined, asked again and again; undefined when patience ran out. */
export async function eventually(look, patienceMs = 15_000) {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return undefined
}
