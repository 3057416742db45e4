import type { Gateway } from '@galla/gateway'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ShopRoutes } from '../shop-api.ts'
import { OrderHistory } from './order-history.ts'
import { checkOrder, startOrder } from './orders.ts'
import { cardTokenOf } from './payment-methods.ts'
import { invalid, ShopRefusal } from './refusal.ts'
import type { ShopSettings } from './settings.ts'

/** A full cart is about 200 bytes. */
const MAX_BODY_BYTES = 2_048

type Handlers = { readonly [Key in keyof ShopRoutes]: (c: Context) => Promise<ShopRoutes[Key]['reply']> }

/** The routes of the shop's page, under `/api`. No handler reads an amount from a request. */
export function shopApi(gateway: Gateway, settings: ShopSettings, url: string): Hono {
  const { cardKey, checkoutScript } = settings
  const history = new OrderHistory(settings.cookieSecret, gateway)
  const handlers: Handlers = {
    'GET /api/settings': async () => ({ checkoutScript }),
    'GET /api/orders': async (c) => ({ orders: await history.list(c) }),
    'POST /api/orders': async (c) => {
      const order = await startOrder(gateway, checkOrder(await readJson(c)), `${url}/thanks`)
      await history.add(c, order.merchantOrderId)
      return order
    },
    'POST /api/saved-cards/:savedCardId/token': async (c) => {
      await readJson(c)
      return cardTokenOf(c.req.param('savedCardId') ?? '', cardKey)
    },
  }

  const app = new Hono()
  app.use('/api/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => Promise.reject(tooLarge()) }))
  for (const [key, handle] of Object.entries(handlers)) {
    const [method = '', path = ''] = key.split(' ')
    app.on(method, path, async (c) => c.json(await handle(c), 200, HEADERS))
  }
  app.all('/api/*', () => Promise.reject(new ShopRefusal(404, 'NOT_FOUND', 'There is no such route.')))
  app.onError((error, c) => {
    if (error instanceof ShopRefusal) {
      const { status, code, message, field } = error
      return c.json({ code, message, field }, status, HEADERS)
    }
    settings.log?.error({ error: error.name, path: c.req.routePath }, 'A request to the shop failed')
    return c.json({ code: 'UNAVAILABLE', message: 'The request failed. Try again later.' }, 503, HEADERS)
  })
  return app
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** Accepts JSON only: a form on another site can send every other content type without a preflight request. */
async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw invalid('content-type', 'must be application/json')
  }
  try {
    return JSON.parse(await c.req.text())
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalid('body', 'must be JSON')
  }
}

const tooLarge = () =>
  new ShopRefusal(413, 'INVALID_REQUEST', `The body must be at most ${MAX_BODY_BYTES} bytes.`, 'body')
