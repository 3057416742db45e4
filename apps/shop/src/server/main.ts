import { createGateway } from '@galla/gateway'
import { subscriptions } from '@galla/gateway/subscriptions'
import { listen } from '@galla/http-server/listen'
import { Galla } from '@galla/sdk'
import { en } from '../i18n/en.ts'
import { PAYMENTS_PATH, shopApp } from './app.ts'
import { fulfil } from './orders.ts'
import { paymentMethodsOf } from './payment-methods.ts'
import type { ShopSettings, ShopUrls } from './settings.ts'
import { type ShopGateway, sellTea } from './subscriptions.ts'

export interface OpenShop extends ShopUrls {
  readonly gateway: ShopGateway
  readonly galla: Galla
  close(): Promise<void>
}

type Handler = (request: Request, from: { address?: string }) => Response | Promise<Response>

/** Starts the shop: pages, API and gateway on one origin, and the console on another. */
export async function openShop(settings: ShopSettings): Promise<OpenShop> {
  const shopServer = await openServer(settings.port)
  const consoleServer = await openServer(settings.consolePort)
  const { client, provider, callbackCredentials } = settings
  // The sandbox's clock can be moved past a token's expiry. The refused call is then repeated with a new token.
  const galla = new Galla({ ...client, hosts: provider, callbackCredentials, retryUnauthorized: true })
  try {
    const gateway = await openGateway(galla, settings, shopServer.url)
    const urls = { url: shopServer.url, consoleUrl: consoleServer.url }
    const app = shopApp(gateway, settings, urls)
    shopServer.handle = (request) => app.fetch(request)
    consoleServer.handle = gateway.admin.fetch
    return {
      ...urls,
      gateway,
      galla,
      async close() {
        // Requests in flight still need the gateway.
        await Promise.all([shopServer.close(), consoleServer.close()])
        await gateway.stop()
        await galla.close()
      },
    }
  } catch (error) {
    await Promise.all([shopServer.close(), consoleServer.close(), galla.close()])
    throw error
  }
}

async function openGateway(galla: Galla, settings: ShopSettings, url: string): Promise<ShopGateway> {
  const { client, provider, clock, log, onParcel, refundApprovalAbove: approvalAbove } = settings
  const gateway = await createGateway({
    ...client,
    client: galla,
    database: settings.database,
    path: PAYMENTS_PATH,
    paymentMethods: paymentMethodsOf(settings),
    subscriptions: subscriptions(),
    on: {
      // Each paid month is a parcel.
      'subscription.charge_completed': async (event) => {
        await fulfil(event)
        onParcel?.(event.order)
      },
      'order.completed': async (event) => {
        await fulfil(event)
        onParcel?.(event.order)
      },
    },
    console: {
      password: settings.consolePassword,
      providerUrl: provider,
      callbackUrl: `${url}${PAYMENTS_PATH}/callbacks`,
      merchantName: en.name,
    },
    // The admin of the demo invites the second person who approves.
    ...(approvalAbove !== undefined && { refundControls: { approvalAbove, samePersonDays: 0 } }),
    ...(clock && { clock }),
    ...(log && { log }),
  })
  await sellTea(gateway)
  await gateway.start()
  return gateway
}

/** A server whose URL is known before its handler: the gateway's callback and redirect URLs need it. */
async function openServer(port = 0) {
  const server = { handle: ((_) => new Response('The shop is starting.', { status: 503 })) as Handler }
  const { url, close } = await listen(
    (request, { incoming }) => {
      const address = incoming.socket.remoteAddress
      return server.handle(request, address === undefined ? {} : { address })
    },
    { port, fallbackToFreePort: true },
  )
  return Object.assign(server, { url, close })
}
