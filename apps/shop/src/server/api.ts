import { setTimeout } from 'node:timers/promises'
import type { Gateway } from '@galla/gateway'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isLocale, type Locale } from '../i18n/locales.ts'
import type { ShopRoutes } from '../shop-api.ts'
import { isSecondPayment, isUnpaid, OrderHistory } from './order-history.ts'
import { checkOrder, orderForPayer, startOrder } from './orders.ts'
import { cardTokenOf, testPaymentOf } from './payment-methods.ts'
import { invalid, ShopRefusal } from './refusal.ts'
import { ReturnAddress } from './return-address.ts'
import type { ShopSettings, ShopUrls } from './settings.ts'
import { type ShopGateway, TeaSubscriptions } from './subscriptions.ts'

/** A full cart is about 200 bytes. */
const MAX_BODY_BYTES = 2_048

type Handlers = { readonly [Key in keyof ShopRoutes]: (c: Context) => Promise<ShopRoutes[Key]['response']> }

/** The routes of the shop's page, under `/api`. No handler reads an amount from a request. */
export function shopApi(gateway: ShopGateway, settings: ShopSettings, { url, consoleUrl }: ShopUrls): Hono {
  const { cardKey, checkoutScript, client } = settings
  const testPayment = testPaymentOf(client.environment, consoleUrl)
  const history = new OrderHistory(settings.cookieSecret, gateway, () => settings.clock?.now() ?? Date.now())
  const returnAddress = new ReturnAddress(settings.cookieSecret, `${url}/thanks`)
  const tea = new TeaSubscriptions(settings.cookieSecret, gateway, `${url}/subscribed`)
  const handlers: Handlers = {
    'GET /api/settings': async () => ({ checkoutScript, ...(testPayment && { testPayment }) }),
    'GET /api/orders': async (c) => ({ orders: await history.list(c) }),
    'POST /api/orders': async (c) => {
      const order = await startOrder(gateway, checkOrder(await readJson(c)), returnAddress.of)
      await history.add(c, order.merchantOrderId)
      return order
    },
    'POST /api/orders/:merchantOrderId/resume': async (c) => {
      const locale = localeOf(await readJson(c))
      const merchantOrderId = c.req.param('merchantOrderId') ?? ''
      if (!(await history.has(c, merchantOrderId))) throw noOrder()
      return orderForPayer(await gateway.orders.resume(merchantOrderId), locale)
    },
    'POST /api/return': async (c) => {
      const claims = returnAddress.read(await readJson(c))
      const { order, second } = claims ? await ordersOf(gateway, claims.reference) : {}
      if (!claims || !order) throw noOrder()
      const { locale } = claims
      const { merchantOrderId } = order
      const [unpaid] = await Promise.all([
        isKnownUnpaid(gateway, merchantOrderId),
        second && isKnownUnpaid(gateway, second.merchantOrderId),
      ])
      const secondPayment = second && (await gateway.orders.resume(second.merchantOrderId))
      return {
        ...orderForPayer(await gateway.orders.resume(merchantOrderId), locale),
        locale,
        unpaid,
        ...(secondPayment && { secondPayment: { payerToken: secondPayment.payerToken } }),
      }
    },
    'GET /api/plan': () => tea.plan(),
    'GET /api/subscription': async (c) => (await tea.find(c)) ?? {},
    'POST /api/subscription': async (c) => {
      await readJson(c)
      return tea.start(c)
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

const noOrder = () => new ShopRefusal(404, 'NOT_FOUND', 'There is no such order of this payer.')

/** The order that counts for a cart: the paid one, else the latest one. `second`: a payment of a cart that another order has paid. */
async function ordersOf(gateway: Gateway, reference: string) {
  const { rows } = await gateway.orders.list({ reference })
  const paid = rows.find(({ resolution }) => resolution === 'fulfil')
  return { order: paid ?? rows[0], second: paid && rows.find(isSecondPayment) }
}

/** Time that a returning payer waits for the provider's answer. Milliseconds. */
const SYNC_WITHIN_MS = 3_000

/** Asks the provider whether anything was paid. False without an answer in time: the page then follows the order as it does else. */
async function isKnownUnpaid(gateway: Gateway, merchantOrderId: string): Promise<boolean> {
  const synced = gateway.orders.sync(merchantOrderId).then(isUnpaid, () => false)
  return Promise.race([synced, setTimeout(SYNC_WITHIN_MS, false, { ref: false })])
}

const localeOf = (body: unknown): Locale => {
  const locale = typeof body === 'object' && body !== null && 'locale' in body ? body.locale : 'en'
  if (!isLocale(locale)) throw invalid('locale', 'must be a language of the shop')
  return locale
}

const tooLarge = () =>
  new ShopRefusal(413, 'INVALID_REQUEST', `The body must be at most ${MAX_BODY_BYTES} bytes.`, 'body')
