import { readFileSync } from 'node:fs'
import { jsonLog } from '@galla/gateway'
import { serveSandbox } from '@galla/sandbox'
import { createCallbacks } from '@galla/sdk'
import { openDemoData } from './demo-data.mjs'
import { failingParcels } from './failing-parcels.mjs'
import { approvalLimit } from './refund-limit.mjs'

/** @type {typeof import('../../apps/shop/src/server/main.ts')} */
const { openShop } = await import(new URL('../../apps/shop/dist/server/main.mjs', import.meta.url).href)

const LOGO = readFileSync(new URL('../../apps/shop/logo.png', import.meta.url))

/**
 * Starts the demo: the sandbox as provider, the shop's server with its gateway on a real PostgreSQL, and the console.
 * Records every callback that passes, to compare it with what the gateway stored.
 * @param {object} options
 * @param {number} [options.port] port of the provider; shop and console take the next two. Default: any free ports
 * @param {string | undefined} [options.data] folder that keeps orders between runs
 * @param {boolean} [options.fresh] delete what `data` holds
 * @param {(event: import('@galla/sdk').CallbackEvent) => void} [options.onEvent]
 * @param {number} [options.startMs] freezes the clock of sandbox and gateway at this time. Default: the machine's clock
 */
export async function openDemo({ port = 0, data, fresh = false, onEvent = () => {}, startMs } = {}) {
  const stored = openDemoData({ folder: data, fresh })
  const { clientSecret, callbackPassword, cookieSecret, consolePassword } = stored.secrets
  const credentials = { username: 'tea_stall', password: callbackPassword }
  const callbacks = createCallbacks(credentials)
  const events = []
  const refused = []
  const parcels = []
  const open = []
  const close = async () => {
    for (const one of open.reverse()) await one.close()
    stored.close()
  }

  const record = async ({ headers, body }) => {
    try {
      const event = await callbacks.verify({ headers, body })
      events.push(event)
      onEvent(event)
    } catch (error) {
      refused.push(error.message)
    }
  }
  try {
    const sandbox = await serveSandbox({
      port,
      fallbackToFreePort: true,
      appearance: { merchantName: 'Nukkad Chai', logo: `data:image/png;base64,${LOGO.toString('base64')}` },
      state: stored.provider,
      ...(startMs !== undefined && { clock: { startMs, frozen: true } }),
      // A live provider takes seconds, and a bank hours; a demo should not.
      refundTiming: { acceptAfterMs: 100, completeAfterMs: 300 },
      settlements: { processAfterMs: 1_000 },
      deliver: async (url, delivery) => {
        await record(delivery)
        return fetch(url, delivery)
      },
    })
    open.push(sandbox)
    const sendParcel = failingParcels(startMs === undefined ? Date.now : () => sandbox.clock.now())
    const shop = await openShop({
      client: { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret, clientVersion: 1 },
      provider: sandbox.url,
      checkoutScript: `${sandbox.url}/web/bundle/checkout.js`,
      cardKey: sandbox.cardKey,
      callbackCredentials: credentials,
      database: stored.database,
      cookieSecret,
      consolePassword,
      refundApprovalAbove: approvalLimit(process.env.GALLA_REFUND_APPROVAL_ABOVE),
      port: port && port + 1,
      consolePort: port && port + 2,
      ...(startMs !== undefined && { clock: sandbox.clock }),
      log: jsonLog({ level: 'warn', to: process.stderr }),
      onParcel: (order) => {
        sendParcel(order)
        parcels.push(order.merchantOrderId)
      },
    })
    open.push(shop)
    await sandbox.setReceiver({ url: `${shop.url}/payments/callbacks`, mode: 'classic', ...credentials })
    return { ...shop, sandbox, consolePassword, persistent: stored.persistent, events, refused, parcels, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Calls `read` until it returns a value.
 * @returns the value, or undefined after `timeoutMs`
 */
export async function eventually(read, timeoutMs = 15_000) {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const value = await read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return undefined
}
