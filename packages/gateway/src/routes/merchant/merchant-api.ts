import { API_KEY_SCOPES } from '@galla/contract/gateway-api/api-keys'
import type { CreateLink } from '@galla/contract/gateway-api/links'
import type { KeyRights, MerchantRoutes, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import { MERCHANT_SCOPES } from '@galla/contract/gateway-api/merchant-scopes'
import { REFUND_REASONS, type RequestRefund } from '@galla/contract/gateway-api/refunds'
import { UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { Hono } from 'hono'
import { z } from 'zod'
import { callerOf, type GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { callLimit } from '../../http/call-limit.ts'
import { findClients, UNIX } from '../../http/client-address.ts'
import { checkMountPath } from '../../http/mount-path.ts'
import { addressOf, type ClientAddress, check, limitBody, type RequestEnv } from '../../http/request.ts'
import { HttpError, handleError, notFound } from '../../http/responses.ts'
import { mountRoutes, type RouteOf } from '../../http/routing.ts'
import {
  AMOUNT,
  CALLBACKS_QUERY,
  LEGAL_HOLD,
  LINK_BODY,
  META_INFO,
  ORDERS_QUERY,
  PAY_BODY,
  PAYER_SELECTOR,
  REFUNDS_QUERY,
  REMINDER,
  serial,
  text,
  toListOrders,
  toListRefunds,
} from '../../http/schemas.ts'
import { checkScope, storedKeys } from '../../http/stored-keys.ts'
import { bodyOfFile, MAX_BODY_BYTES } from '../../http/uploaded-files.ts'
import type { MerchantSettings } from '../../options.ts'
import { actorOfKey, type StoredApiKey } from '../../services/access/api-keys.ts'
import type { Actor } from '../../services/access/audit.ts'
import type { MerchantApiServices } from '../../services/merchant-api.ts'
import { toPaymentChoice } from '../../services/orders/payment-choice.ts'
import { CHECKOUT_PROBLEM } from '../../services/validation.ts'
import { merchantHost, merchantKeys } from './access.ts'
import { FILE_ROUTES, SETTLEMENT_HANDLERS } from './settlements.ts'
import { SUBSCRIPTION_HANDLERS } from './subscriptions.ts'

/** The operations of one key, and what the key may do. */
interface CallContext extends MerchantApiServices {
  readonly rights: KeyRights
}

type Handlers = { readonly [Key in keyof MerchantRoutes]: RouteOf<CallContext, MerchantRoutes[Key]> }

/** Validates the shape only; `startOrder` validates the values and names the field too. */
const ORDER_TO_START = z.strictObject({
  reference: z.string(),
  amount: AMOUNT,
  expireAfter: z.exactOptional(z.number()),
  message: z.exactOptional(z.string().max(255)),
  metaInfo: z.exactOptional(META_INFO),
  merchantUserId: z.exactOptional(z.string()),
  merchantOrderId: z.exactOptional(z.string()),
  replaces: z.exactOptional(z.boolean()),
})

const ORDER = z.discriminatedUnion(
  'checkout',
  [
    ORDER_TO_START.extend({ checkout: z.enum(['STANDARD', 'CUSTOM']), redirectUrl: z.string() }),
    ORDER_TO_START.extend({
      checkout: z.enum(['MOBILE', 'MOBILE_CUSTOM']),
      redirectUrl: z.exactOptional(z.string()),
    }),
  ],
  CHECKOUT_PROBLEM,
) satisfies z.ZodType<StartOrder>

/** Validates the shape only; `readLink` validates the values and names the field too. */
const LINK = z.strictObject({
  reference: z.string(),
  amount: AMOUNT,
  ...LINK_BODY,
  metaInfo: z.exactOptional(META_INFO),
  merchantOrderId: z.exactOptional(z.string()),
  replaces: z.exactOptional(z.boolean()),
}) satisfies z.ZodType<CreateLink>

const REFUND = z.strictObject({
  merchantRefundId: z.string(),
  amount: AMOUNT,
  note: z.exactOptional(z.string()),
  reason: z.exactOptional(z.enum(REFUND_REASONS)),
}) satisfies z.ZodType<RequestRefund>

/** Every route of the merchant API. */
const HANDLERS: Handlers = {
  'GET /key': { handle: ({ context }) => context.rights },
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
  'POST /links': { body: LINK, handle: ({ context, body }) => context.links.create(body) },
  'POST /links/:merchantOrderId/remind': {
    body: REMINDER,
    handle: ({ context, params: { merchantOrderId = '' }, body }) => context.links.remind(merchantOrderId, body),
  },
  'POST /links/:merchantOrderId/cancel': {
    handle: ({ context, params: { merchantOrderId = '' } }) => context.links.cancel(merchantOrderId),
  },
  'GET /orders/:merchantOrderId/timeline': {
    async handle({ context, params: { merchantOrderId = '' } }) {
      const story = await context.operations.timeline(merchantOrderId)
      if (!story) throw notFound('order', merchantOrderId)
      return story
    },
  },
  'POST /orders/:merchantOrderId/refunds': {
    body: REFUND,
    handle: ({ context, params: { merchantOrderId = '' }, body }) =>
      context.refunds.request({ ...body, merchantOrderId }),
  },
  'POST /orders/:merchantOrderId/refund-requests': {
    body: REFUND,
    handle: ({ context, params: { merchantOrderId = '' }, body }) =>
      context.requestRefundForApproval({ ...body, merchantOrderId }),
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
  ...SETTLEMENT_HANDLERS,
  ...SUBSCRIPTION_HANDLERS,
  'GET /callbacks': {
    query: CALLBACKS_QUERY,
    handle: ({ context, query }) => context.operations.callbacks(query),
  },
  'GET /callbacks/:callbackId': {
    async handle({ context, params: { callbackId = '' } }) {
      const callback = await context.operations.callback(check(callbackId, serial))
      if (!callback) throw notFound('callback', callbackId)
      return callback
    },
  },
  'GET /health': { handle: ({ context }) => context.operations.health() },
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

/**
 * Answers a request to the merchant API. `from.address` is the client's address, by which wrong keys are counted. Adapters pass this
 * address.
 */
export type MerchantFetch = (request: Request, from?: ClientAddress) => Promise<Response>

/** A runaway loop in the merchant's program must not starve the payers. Stored keys have limits of their own. */
const CALLS = { windowMs: 1_000, maxPerCaller: 200, maxTotal: 200 }
const TEXTS = {
  noKey: 'Send a merchant key: Authorization: Bearer <key>.',
  unknownKey: 'This merchant key is not known: it is neither in merchant.keys (GALLA_MERCHANT_KEY) nor a stored key.',
}

/** @throws Error naming the option that is wrong, never the key. */
export async function openMerchantApi(
  { keys, hosts, path = '', trustedProxies = [] }: MerchantSettings,
  context: Pick<GatewayContext, 'clock' | 'log' | 'database' | 'environment' | 'imports'>,
  servicesAs: (actor?: Actor) => MerchantApiServices,
  consoleAddress: string | undefined,
  hostsWithoutTls: readonly string[] = [],
): Promise<MerchantFetch> {
  checkMountPath(path, 'merchant.path')
  const known = merchantKeys(keys)
  const stored = storedKeys(context, TEXTS)
  const services = servicesAs()
  const checkHost = merchantHost(hosts)
  const calls = callLimit(context.clock, CALLS)
  const clientOf = findClients(trustedProxies, hostsWithoutTls, 'merchant.trustedProxies')
  const app = new Hono<MerchantEnv>({ strict: false })

  app.use(async (c, next) => {
    checkHost(c.req.raw, c.env.isLocal)
    const authorization = c.req.header('authorization')
    if (known.open(authorization)) calls.count('merchant')
    else c.set('key', await stored.open(authorization, addressOf(c)))
    await next()
  })
  const [limitFile, limitOthers] = [limitBody(bodyOfFile(UPLOADED_FILE_BYTES)), limitBody(MAX_BODY_BYTES)]
  app.use((c, next) => {
    const route = FILE_ROUTES.find((one) => `${c.req.method} ${c.req.path}`.endsWith(one))
    if (route === undefined) return limitOthers(c, next)
    // A key that may not import sends no file.
    const key = c.get('key')
    checkRights(key, route)
    const caller = callerOf({ ...(key && { actor: actorOfKey(context, key, c.env.address) }) })
    return context.imports.run(caller, () => limitFile(c, next))
  })
  app.use(async (c, next) => {
    // While the body arrived, the key may have been revoked or have expired.
    if (c.get('key') && c.req.raw.body) c.set('key', await stored.reopen(c.req.header('authorization'), addressOf(c)))
    await next()
  })
  mountRoutes(app, HANDLERS, (c, route) => {
    const key = c.get('key')
    if (!key) return { ...services, rights: rightsOf() }
    checkRights(key, route)
    return { ...servicesAs(actorOfKey(context, key, c.env?.address)), rights: rightsOf(key) }
  })
  app.notFound((c) => handleError(context, noRoute(`${c.req.method} ${c.req.path}`), c, 'merchant API'))
  app.onError((error, c) => handleError(context, error, c, 'merchant API'))
  return async (request, from) => {
    const { headers } = request
    const { address } = clientOf(headers, from ?? {})
    // The merchant's own code makes a request without `Host`, and no server has a client of it to name.
    const isLocal =
      from === undefined ? !headers.has('host') : clientOf(headers, from.address === UNIX ? HERE : from).local
    return app.fetch(request, { ...defined({ address }), isLocal })
  }

  function rightsOf(key?: StoredApiKey): KeyRights {
    const { name, scopes = [...API_KEY_SCOPES] } = key ?? {}
    return { scopes, environment: context.environment, ...defined({ name, console: consoleAddress }) }
  }
}

/** @throws HttpError 403 naming the scope that a stored key does not have */
function checkRights(key: StoredApiKey | undefined, route: keyof MerchantRoutes): void {
  const scope = MERCHANT_SCOPES[route]
  if (key && scope !== 'any') checkScope(key, route, scope)
}

/** A connection over a Unix socket is that of a program on this machine. A key is needed as well, so a proxy that reports no client opens nothing. */
const HERE: ClientAddress = { address: '127.0.0.1' }

/** The stored key of a request; a configured key is none. */
interface MerchantEnv {
  /** `isLocal`: the client is on this machine. */
  Bindings: RequestEnv['Bindings'] & { readonly isLocal: boolean }
  Variables: { key?: StoredApiKey }
}

const noRoute = (route: string) => new HttpError(404, 'NOT_FOUND', `The merchant API has no route ${route}.`)
