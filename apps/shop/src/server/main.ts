import { createGateway, type Gateway } from '@galla/gateway'
import { listen } from '@galla/http-server/listen'
import { Galla } from '@galla/sdk'
import { PAYMENTS, shopApp } from './app.ts'
import { fulfil } from './orders.ts'
import { offersOf } from './payment-methods.ts'
import type { ShopSettings } from './settings.ts'

export interface OpenShop {
  /** `http://127.0.0.1:4501` */
  readonly url: string
  /** An address of its own: no page of the shop shares an origin with the console. */
  readonly consoleUrl: string
  readonly gateway: Gateway
  readonly galla: Galla
  close(): Promise<void>
}

type Answer = (request: Request, from: { address?: string }) => Response | Promise<Response>

/** The stall: its pages, its API and the gateway on one origin, and the console on another. */
export async function openShop(settings: ShopSettings): Promise<OpenShop> {
  const shop = await counter(settings.port)
  const desk = await counter(settings.consolePort)
  const { client, provider, callbacks } = settings
  // The sandbox's clock can be moved past a token's life, in the console: the call that finds out is made again.
  const galla = new Galla({ ...client, hosts: provider, callbackCredentials: callbacks, retryUnauthorized: true })
  const leave = () => Promise.all([shop.close(), desk.close(), galla.close()])
  try {
    const gateway = await openGateway(galla, settings, shop.url)
    const app = shopApp(gateway, settings, shop.url)
    shop.answer = (request) => app.fetch(request)
    desk.answer = gateway.admin.fetch
    return {
      url: shop.url,
      consoleUrl: desk.url,
      gateway,
      galla,
      async close() {
        // Calls under way still need the books.
        await Promise.all([shop.close(), desk.close()])
        await gateway.stop()
        await galla.close()
      },
    }
  } catch (error) {
    await leave()
    throw error
  }
}

async function openGateway(galla: Galla, settings: ShopSettings, url: string): Promise<Gateway> {
  const { client, provider, clock, log, onParcel } = settings
  const gateway = await createGateway({
    ...client,
    client: galla,
    database: settings.database,
    path: PAYMENTS,
    paymentMethods: offersOf(settings.cardKey),
    on: {
      'order.completed': async (effect) => {
        await fulfil(effect)
        onParcel?.(effect.order)
      },
    },
    console: {
      password: settings.consolePassword,
      providerUrl: provider,
      callbackUrl: `${url}${PAYMENTS}/callbacks`,
    },
    ...(clock && { clock }),
    ...(log && { log }),
  })
  await gateway.start()
  return gateway
}

/** A socket whose address is known before there is anything to serve: callbacks and returning payers need it. */
async function counter(port = 0) {
  const place = { answer: ((_) => new Response('The shop is opening.', { status: 503 })) as Answer }
  const { url, close } = await listen(
    (request, { incoming }) => {
      const address = incoming.socket.remoteAddress
      return place.answer(request, address === undefined ? {} : { address })
    },
    { port, fallbackToFreePort: true },
  )
  return Object.assign(place, { url, close })
}
