import { createGateway, type Gateway } from '@galla/gateway'
import { inr } from '@galla/sdk'
import { gatewaySettings } from '../starter/gateway-settings.ts'
import { readSettings } from '../starter/settings.ts'

/** Address at which payers reach the shop, as the browser shows it. Behind a proxy the server does not know it. */
export const { shopUrl: SHOP_URL } = readSettings()

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
  const gateway = await createGateway({ ...gatewaySettings(), path: '' }) // `toNext` removes the mount path
  await gateway.start()
  return gateway
}
