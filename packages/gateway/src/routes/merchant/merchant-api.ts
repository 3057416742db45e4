import type { MerchantRoutes, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import { REFUND_REASONS, type RequestRefund } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { callLimit } from '../../http/call-limit.ts'
import { findClients, networksOf } from '../../http/client-address.ts'
import { checkMountPath } from '../../http/mount-path.ts'
import { addressOf, bearerOf, type ClientAddress, limitBody, type RequestEnv } from '../../http/request.ts'
import { HttpError, handleError, notFound } from '../../http/responses.ts'
import { mountRoutes, type RouteOf } from '../../http/routing.ts'
import {
  LEGAL_HOLD,
  META_INFO,
  ORDERS_QUERY,
  PAY_BODY,
  PAYER_SELECTOR,
  REFUNDS_QUERY,
  text,
  toListOrders,
  toListRefunds,
} from '../../http/schemas.ts'
import type { MerchantSettings } from '../../options.ts'
import { actorOfKey, type StoredApiKey } from '../../services/access/api-keys.ts'
import type { Actor } from '../../services/access/audit.ts'
import type { MerchantServices } from '../../services/merchant.ts'
import { toPaymentChoice } from '../../services/orders/payment-choice.ts'
import { merchantHost, merchantKeys } from './access.ts'
import { checkScope, storedKeys } from './stored-keys.ts'

type Handlers = { readonly [Key in keyof MerchantRoutes]: RouteOf<MerchantServices, MerchantRoutes[Key]> }

const AMOUNT = z
  .number('must be a number of paise: 49900 is ₹499.00')
  .int('must be whole paise: 49900 is ₹499.00')
  .positive('must be above 0')
  .transform((amount) => amount as Paise)

/** Validates the shape only; `startOrder` validates the values and names the field too. */
const ORDER = z.strictObject({
  reference: z.string(),
  amount: AMOUNT,
  checkout: z.enum(['STANDARD', 'CUSTOM'], "must be 'STANDARD' (the provider's page) or 'CUSTOM' (your own)"),
  redirectUrl: z.string(),
  expireAfter: z.exactOptional(z.number()),
  message: z.exactOptional(z.string().max(255)),
  metaInfo: z.exactOptional(META_INFO),
  merchantUserId: z.exactOptional(z.string()),
  merchantOrderId: z.exactOptional(z.string()),
  replaces: z.exactOptional(z.boolean()),
}) satisfies z.ZodType<StartOrder>

const REFUND = z.strictObject({
  merchantRefundId: z.string(),
  amount: AMOUNT,
  note: z.exactOptional(z.string()),
  reason: z.exactOptional(z.enum(REFUND_REASONS)),
}) satisfies z.ZodType<RequestRefund>

/** Every route of the merchant API. */
const HANDLERS: Handlers = {
  'POST /orders': { body: ORDER, handle: ({ context, body }) => context.orders.start(body) },
  'GET /orders': {
    query: ORDERS_QUERY.extend({ reference: z.exactOptional(text) }),
    handle: ({ context, query }) => context.orders.list(toListOrders(query)),
  },
  'GET /orders/:merchantOrderId': {
    async handle({ context, params: { merchantOrderId = '' } }) {
      const order = await context.orders.get(merchantOrderId)
      if (!order) throw notFound('order', merchantOrderId)
      return order
    },
  },
  'POST /orders/:merchantOrderId/resume': {
    handle: ({ context, params: { merchantOrderId = '' } }) => context.orders.resume(merchantOrderId),
  },
  'POST /orders/:merchantOrderId/sync': {
    handle: ({ context, params: { merchantOrderId = '' } }) => context.orders.sync(merchantOrderId),
  },
  'POST /orders/:merchantOrderId/cancel': {
    handle: ({ context, params: { merchantOrderId = '' } }) => context.orders.cancel(merchantOrderId),
  },
  'POST /orders/:merchantOrderId/pay': {
    body: PAY_BODY,
    handle: ({ context, params: { merchantOrderId = '' }, body }) =>
      context.orders.pay(merchantOrderId, toPaymentChoice(body)),
  },
  'POST /orders/:merchantOrderId/refunds': {
    body: REFUND,
    handle: ({ context, params: { merchantOrderId = '' }, body }) =>
      context.refunds.request({ ...body, merchantOrderId }),
  },
  'GET /refunds': { query: REFUNDS_QUERY, handle: ({ context, query }) => context.refunds.list(toListRefunds(query)) },
  'GET /refunds/:merchantRefundId': {
    async handle({ context, params: { merchantRefundId = '' } }) {
      const refund = await context.refunds.get(merchantRefundId)
      if (!refund) throw notFound('refund', merchantRefundId)
      return refund
    },
  },
  'POST /refunds/:merchantRefundId/sync': {
    handle: ({ context, params: { merchantRefundId = '' } }) => context.refunds.sync(merchantRefundId),
  },
  'POST /payers/preview': { body: PAYER_SELECTOR, handle: ({ context, body }) => context.payers.preview(body) },
  'POST /payers/erase': { body: PAYER_SELECTOR, handle: ({ context, body }) => context.payers.erase(body) },
  'GET /legal-holds': { handle: async ({ context }) => ({ rows: await context.payers.holds() }) },
  'POST /legal-holds': { body: LEGAL_HOLD, handle: ({ context, body }) => context.payers.hold(body) },
  'DELETE /legal-holds/:merchantOrderId': {
    async handle({ context, params: { merchantOrderId = '' } }) {
      await context.payers.release(merchantOrderId)
      return { ok: true }
    },
  },
}

/** `from.address` is the client's address, by which wrong keys are counted. Adapters pass it. */
export type MerchantFetch = (request: Request, from?: ClientAddress) => Promise<Response>

const MAX_BODY_BYTES = 65_536

/** A runaway loop in the merchant's program must not starve the payers. Stored keys have limits of their own. */
const CALLS = { windowMs: 1_000, maxPerCaller: 200, maxTotal: 200 }
const NO_KEY = 'Send a merchant key: Authorization: Bearer <key>.'
const UNKNOWN_KEY =
  'This merchant key is not known: it is none of merchant.keys (GALLA_MERCHANT_KEY), and no stored key.'
/** Limits the work that guessed keys cause. */
const WRONG_KEYS = { windowMs: 60_000, maxPerCaller: 20, maxTotal: 200 }

/** @throws Error naming the option that is wrong, never the key. */
export async function openMerchantApi(
  { keys, hosts, path = '' }: MerchantSettings,
  context: Pick<GatewayContext, 'clock' | 'log' | 'database' | 'environment'>,
  servicesAs: (actor?: Actor) => MerchantServices,
): Promise<MerchantFetch> {
  checkMountPath(path, 'merchant.path')
  const known = merchantKeys(keys)
  const stored = storedKeys(context)
  const services = servicesAs()
  const checkHost = merchantHost(hosts)
  const calls = callLimit(context.clock, CALLS)
  const wrongKeys = callLimit(context.clock, WRONG_KEYS)
  const clientOf = findClients()
  const app = new Hono<MerchantEnv>({ strict: false })

  app.use(async (c, next) => {
    checkHost(c.req.raw)
    const authorization = c.req.header('authorization')
    if (known.open(authorization)) calls.count('merchant')
    else {
      const key = await findKey(c, authorization).catch((error: unknown) => {
        if (error instanceof HttpError) wrongKeys.count(networkOf(c))
        throw error
      })
      await stored.count(key)
      c.set('key', key)
    }
    await next()
  })
  app.use(limitBody(MAX_BODY_BYTES))
  app.use(async (c, next) => {
    // While the body arrived, the key may have been revoked or have expired.
    if (c.get('key') && c.req.raw.body) c.set('key', await findKey(c, c.req.header('authorization')))
    await next()
  })
  mountRoutes(app, HANDLERS, (c, route) => {
    const key = c.get('key')
    if (!key) return services
    checkScope(key, route)
    return servicesAs(actorOfKey(context, key, c.env?.address))
  })
  app.notFound((c) => handleError(context, noRoute(`${c.req.method} ${c.req.path}`), c, 'merchant API'))
  app.onError((error, c) => handleError(context, error, c, 'merchant API'))
  return async (request, from = {}) => app.fetch(request, defined({ address: clientOf(request.headers, from).address }))

  async function findKey(c: Context<MerchantEnv>, authorization: string | undefined): Promise<StoredApiKey> {
    const given = bearerOf(authorization) ?? ''
    const key = await stored.find(given, networkOf(c))
    if (!key) throw new HttpError(401, 'WRONG_KEY', given === '' ? NO_KEY : UNKNOWN_KEY)
    return key
  }
}

/** What unknown and wrong keys are counted by: the address, or the IPv6 /48 network, which one customer may have whole. */
function networkOf(c: Context<MerchantEnv>): string {
  const { address, site = address } = networksOf(addressOf(c))
  return site
}

/** The stored key of a request; a configured key is none. */
interface MerchantEnv extends RequestEnv {
  Variables: { key?: StoredApiKey }
}

const noRoute = (route: string) => new HttpError(404, 'NOT_FOUND', `The merchant API has no route ${route}.`)
