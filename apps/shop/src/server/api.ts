import type { Gateway } from '@galla/gateway'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ShopRoutes } from '../shop-api.ts'
import { History } from './order-history.ts'
import { checkOrder, startOrder } from './orders.ts'
import { tokenOfCard } from './payment-methods.ts'
import { invalid, ShopRefusal } from './refusal.ts'
import type { ShopSettings } from './settings.ts'

/** A full cart is about 200 bytes. */
const MOST_BODY_BYTES = 2_048

type Answers = { readonly [Key in keyof ShopRoutes]: (c: Context) => Promise<ShopRoutes[Key]['reply']> }

/** What the shop's page asks, under `/api`. Nothing in here believes an amount that a browser names. */
export function shopApi(gateway: Gateway, settings: ShopSettings, url: string): Hono {
  const { cardKey, checkoutScript } = settings
  const history = new History(settings.cookieSecret, gateway)
  const answers: Answers = {
    'GET /api/settings': async () => ({ checkoutScript }),
    'GET /api/orders': async (c) => ({ orders: await history.orders(c) }),
    'POST /api/orders': async (c) => {
      const opened = await startOrder(gateway, checkOrder(await readJson(c)), `${url}/thanks`)
      await history.remember(c, opened.merchantOrderId)
      return opened
    },
    'POST /api/saved-cards/:savedCardId/token': async (c) => {
      await readJson(c)
      return tokenOfCard(c.req.param('savedCardId') ?? '', cardKey)
    },
  }

  const app = new Hono()
  app.use('/api/*', bodyLimit({ maxSize: MOST_BODY_BYTES, onError: () => Promise.reject(tooLarge()) }))
  for (const [key, answer] of Object.entries(answers)) {
    const [method = '', path = ''] = key.split(' ')
    app.on(method, path, async (c) => c.json(await answer(c), 200, HEADERS))
  }
  app.all('/api/*', () => Promise.reject(new ShopRefusal(404, 'NOT_FOUND', 'The shop has no such address.')))
  app.onError((error, c) => {
    if (error instanceof ShopRefusal) {
      const { status, code, message, field } = error
      return c.json({ code, message, ...(field === undefined ? {} : { field }) }, status, HEADERS)
    }
    settings.log?.error({ error: error.name, path: c.req.routePath }, 'A request to the shop broke')
    return c.json({ code: 'AWAY', message: 'Something broke on our side. Try again in a moment.' }, 503, HEADERS)
  })
  return app
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** JSON alone: a form of another site can send everything else without being asked. */
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
  new ShopRefusal(413, 'INVALID_REQUEST', `A body here is at most ${MOST_BODY_BYTES} bytes.`, 'body')
