import type { PayerRoutes } from '@galla/contract/gateway-api/payer-routes'
import { PAYER_LIVE_PATH } from '@galla/contract/gateway-api/payer-routes'
import { type Context, Hono } from 'hono'
import { GatewayError } from '../../errors.ts'
import { callLimit } from '../../http/call-limit.ts'
import { API_OVER_HTTPS, overHttps } from '../../http/https-headers.ts'
import { limitBody } from '../../http/request.ts'
import { errorResponse, HEADERS, HttpError, headersOf, logUnexpected } from '../../http/responses.ts'
import { lockTimeoutAsBusy } from '../../services/database-failures.ts'
import { providerUnavailable } from '../../services/orders/open-order.ts'
import { liveAt } from './live.ts'
import { type PayerContext, pay, readStatus } from './orders.ts'
import { changeSubscription, readSubscriptionStatus } from './subscriptions.ts'

/** A payment mode with an encrypted card is about 2 kB. */
const MAX_BODY_BYTES = 16_384

/** Payments of one order that a payer may begin. One that the client refuses is not sent and leaves the order open, but is recorded. */
const PAYMENTS = { windowMs: 60_000, maxPerCaller: 20 }

/** Changes of one subscription that a payer may ask for. Each change is an event for the merchant. */
const CHANGES = { windowMs: 60_000, maxPerCaller: 20 }

type Handlers = {
  readonly [Key in keyof PayerRoutes]: (payer: PayerContext, c: Context) => Promise<PayerRoutes[Key]['response']>
}

const HANDLERS: Handlers = {
  'GET /orders/:merchantOrderId/status': readStatus,
  'POST /orders/:merchantOrderId/pay': pay,
  'GET /subscriptions/:subscriptionId/status': readSubscriptionStatus,
  'POST /subscriptions/:subscriptionId/pause': changeSubscription('pause'),
  'POST /subscriptions/:subscriptionId/resume': changeSubscription('resume'),
  'POST /subscriptions/:subscriptionId/cancel': changeSubscription('cancel'),
}

/** Without the reason, which names a host or a key of the merchant. */
const messageFor = ({ code, message }: GatewayError): string =>
  code === 'PROVIDER_UNAVAILABLE' ? providerUnavailable().message : message

/** The payer's API. The payer token is the only authorisation: cookies are ignored and CORS is off. */
export function createPayerApp(context: PayerContext): Hono {
  const payments = callLimit(context.gateway.clock, PAYMENTS)
  const changes = callLimit(context.gateway.clock, CHANGES)
  const { subscriptions } = context
  const payer: PayerContext = {
    ...context,
    pay: async (request) => {
      payments.count(request.merchantOrderId)
      return context.pay(request)
    },
    subscriptions: subscriptions && {
      read: subscriptions.read,
      change: async (subscriptionId, change) => {
        changes.count(subscriptionId)
        return subscriptions.change(subscriptionId, change)
      },
    },
  }
  const app = new Hono()
  app.use(overHttps(API_OVER_HTTPS, context.isHttps))
  app.use(limitBody(MAX_BODY_BYTES))
  for (const [key, handler] of Object.entries(HANDLERS)) {
    const [method = '', path = ''] = key.split(' ')
    app.on(method, path, async (c) => c.json(await handler(payer, c), 200, HEADERS))
  }
  app.get(PAYER_LIVE_PATH, liveAt(payer))
  app.onError((thrown, c) => {
    const error = lockTimeoutAsBusy(thrown)
    if (error instanceof HttpError) return errorResponse(c, error, HEADERS)
    if (error instanceof GatewayError) {
      return c.json({ code: error.code, message: messageFor(error) }, error.status, { ...HEADERS, ...headersOf(error) })
    }
    logUnexpected(payer.gateway, error, c, 'Payer request failed')
    return c.json({ code: 'INTERNAL', message: 'Internal error. Try again.' }, 500, HEADERS)
  })
  return app
}
