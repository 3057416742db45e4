import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import type { PaidOrder, StartedOrder, StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { Order, OrdersQuery, Page } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { Hono } from 'hono'
import type { GatewayContext } from './context.ts'
import { createContext } from './create-context.ts'
import { GatewayError } from './errors.ts'
import { beneath } from './http/mount-path.ts'
import { toPaymentChoice } from './http/schemas.ts'
import { checkHealth, isReady } from './observability/health.ts'
import type { GatewaySettings } from './options.ts'
import type { PaymentChoice } from './provider/provider-port.ts'
import { callbackEndpoint } from './routes/callbacks/endpoint.ts'
import { type ConsoleFetch, openConsole } from './routes/console/open-console.ts'
import { type MerchantFetch, openMerchantApi } from './routes/merchant/merchant-api.ts'
import type { MerchantServices } from './routes/merchant/routes.ts'
import { createPayerApp } from './routes/payer/app.ts'
import { NO_PAYMENT_METHODS } from './routes/payer/orders.ts'
import { checkOrderStatus, checkRefundStatus } from './services/check-status.ts'
import { payOrder } from './services/pay-order.ts'
import { type Delivery, type Receipt, receiveCallback } from './services/receive-callback.ts'
import { type RefundRequest, requestRefund } from './services/request-refund.ts'
import { startOrder } from './services/start-order.ts'
import { applyObservations } from './services/sync-order.ts'
import { applyRefundObservation } from './services/sync-refund.ts'
import { viewOrder, viewRefund } from './services/views.ts'
import { listOrders } from './storage/order-list.ts'
import { readOrder } from './storage/orders.ts'
import { listRefunds, type RefundsAsked, readRefund, refundsOf } from './storage/refunds.ts'
import { runPendingJobs } from './workers/jobs.ts'

/** The gateway of a shop. */
export interface Gateway {
  readonly orders: {
    /** Writes an order down and has the provider open it. */
    start(order: StartOrder): Promise<StartedOrder>
    /** Custom checkout: begins the payment in the mode that the payer chose. */
    pay(merchantOrderId: string, paymentMode: PaymentChoice): Promise<PaidOrder>
    /** As the database hold it; undefined when there is none. */
    get(merchantOrderId: string): Promise<Order | undefined>
    /** Newest first, page by page: `after` takes the `next` of the page before. */
    list(query?: OrdersQuery): Promise<Page<Order>>
    /** Asks the provider now, for example when the payer has come back, and brings the order as it is then. */
    sync(merchantOrderId: string): Promise<Order>
  }
  readonly refunds: {
    /** Durable when it returns, and on its way. The same id and amount is the same refund. */
    request(refund: RefundRequest): Promise<Refund>
    get(merchantRefundId: string): Promise<Refund | undefined>
    list(query?: RefundsAsked): Promise<Page<Refund>>
    /** Asks the provider now. */
    sync(merchantRefundId: string): Promise<Refund>
  }
  readonly callbacks: {
    /** Checks one delivery and makes it durable. For frameworks without web requests; `fetch` does it by itself. */
    receive(delivery: Delivery): Promise<Receipt>
  }
  /** Provider and payer: `POST /callbacks`, `/orders/…`. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly admin: {
    /** Console, its API, metrics. Without the setting `console` everything is a 404. */
    readonly fetch: ConsoleFetch
  }
  readonly merchant: {
    /** The same as `orders` and `refunds` over HTTP, for a server in another language. Without the setting `merchant`, a 404. */
    readonly fetch: MerchantFetch
  }
  /** What works and what does not; for a probe, `isReady` is enough. */
  health(): Promise<HealthReport>
  /** Can a call be taken now? A load balancer's question. */
  isReady(): Promise<boolean>
  /** Begins to work on what is due: callbacks, polls, refunds, handlers. */
  start(): Promise<void>
  /** Does what is due now and returns when it is done; for scripts and tests, beside or instead of `start()`. */
  runPendingJobs(): Promise<void>
  /** Takes nothing new, finishes what was begun, lets go of the database. */
  stop(): Promise<void>
}

/**
 * Opens the database, brings their schema up to date, and refuses those of another environment or client.
 * @throws Error naming the setting that is wrong.
 */
export async function createGateway(settings: GatewaySettings): Promise<Gateway> {
  const { context, tokens, metrics, telemetry, lifecycle, start, stop } = await createContext(settings)
  const { database } = context
  const { during } = lifecycle
  const receive = receiveCallback(context)
  const { paymentMethods = NO_PAYMENT_METHODS } = settings
  const { environment, clientId } = settings
  const consoleParts = { context, metrics, telemetry, environment, clientId }
  const atConsole = settings.console && (await openConsole(settings.console, consoleParts).catch(orStop(stop)))
  // An address in a dashboard may end in a slash, and a callback that is lost for it is lost for good.
  const app = new Hono({ strict: false })
  const atCallbacks = callbackEndpoint(receive)
  app.all('/callbacks', (c) => atCallbacks(c.req.raw))
  app.notFound(({ req }) => nothingAt(`${req.method} ${req.path}`))
  app.route(
    '/',
    createPayerApp({
      context,
      tokens,
      paymentMethods: async (row) =>
        typeof paymentMethods === 'function' ? paymentMethods(viewOrder(row, [])) : paymentMethods,
      pay: ({ merchantOrderId, ...chosen }) => payOrder(context, merchantOrderId, toPaymentChoice(chosen)),
    }),
  )

  const getOrder = async (merchantOrderId: string): Promise<Order | undefined> => {
    const row = await readOrder(database, merchantOrderId)
    return row && viewOrder(row, await refundsOf(database, merchantOrderId))
  }
  const getRefund = async (merchantRefundId: string): Promise<Refund | undefined> => {
    const row = await readRefund(database, merchantRefundId)
    return row && viewRefund(row)
  }

  const desk: MerchantServices = {
    orders: {
      start: (order) => during(() => startOrder(context, order)),
      pay: (merchantOrderId, paymentMode) => during(() => payOrder(context, merchantOrderId, paymentMode)),
      get: getOrder,
      list: (query = {}) => listOrders(database, query, context.clock.now()),
      sync: (merchantOrderId) => during(() => syncOrder(context, merchantOrderId)),
    },
    refunds: {
      request: (refund) => during(() => requestRefund(context, refund)),
      get: getRefund,
      list: (query = {}) => listRefunds(database, query),
      sync: (merchantRefundId) => during(() => syncRefund(context, merchantRefundId)),
    },
  }
  const atMerchant = settings.merchant && (await openMerchantApi(settings.merchant, context, desk).catch(orStop(stop)))

  return {
    ...desk,
    callbacks: { receive: (delivery) => during(() => receive(delivery)) },
    fetch: (request) => during(async () => app.fetch(withoutPrefix(request, settings.path ?? ''))).catch(closedAnswer),
    admin: {
      fetch: (request, from) =>
        during(async () =>
          atConsole ? atConsole(withoutPrefix(request, settings.console?.path ?? ''), from) : noConsole(),
        ).catch(closedAnswer),
    },
    merchant: {
      // The desk keeps the hours itself.
      fetch: async (request, from) =>
        atMerchant ? atMerchant(withoutPrefix(request, settings.merchant?.path ?? ''), from) : noMerchantApi(),
    },
    health: () => checkHealth(context),
    isReady: () => isReady(context),
    start,
    runPendingJobs: () => during(() => runPendingJobs(context)),
    stop,
  }
}

function noConsole(): Response {
  return Response.json({ code: 'NO_CONSOLE', message: 'Give createGateway console: { password }.' }, { status: 404 })
}

function noMerchantApi(): Response {
  return Response.json({ code: 'NO_MERCHANT_API', message: 'Give createGateway merchant: { keys }.' }, { status: 404 })
}

/** Whoever asks a gateway that is being closed may ask again: the provider does, and a proxy has others. */
function closedAnswer(error: unknown): Response {
  if (!(error instanceof GatewayError) || error.code !== 'SHUTTING_DOWN') throw error
  const { code, message } = error
  return Response.json({ code, message }, { status: 503, headers: { 'retry-after': '5', connection: 'close' } })
}

/** What was opened is closed again when something after it fails. */
function orStop(stop: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await stop()
    throw error
  }
}

/** The payer came back, or somebody asked: the redirect says nothing, the provider does. */
async function syncOrder(context: GatewayContext, merchantOrderId: string): Promise<Order> {
  const row = await readOrder(context.database, merchantOrderId)
  if (!row) throw new GatewayError('NOT_FOUND', `There is no order ${merchantOrderId}`)
  const redirect = { kind: 'redirect', atMs: context.clock.now() } as const
  await applyObservations(context, merchantOrderId, [redirect, await checkOrderStatus(context, row)])
  const after = (await readOrder(context.database, merchantOrderId)) ?? row
  return viewOrder(after, await refundsOf(context.database, merchantOrderId))
}

async function syncRefund(context: GatewayContext, merchantRefundId: string): Promise<Refund> {
  const row = await readRefund(context.database, merchantRefundId)
  if (!row) throw new GatewayError('NOT_FOUND', `There is no refund ${merchantRefundId}`)
  const applied = await applyRefundObservation(context, row, await checkRefundStatus(context, merchantRefundId))
  return viewRefund(applied?.refund ?? row)
}

/** Some frameworks take the mount's path off the address, some leave it on. */
function withoutPrefix(request: Request, prefix: string): Request {
  const url = prefix === '' ? undefined : beneath(request.url, prefix)
  return url === undefined ? request : new Request(url, request)
}

function nothingAt(asked: string): Response {
  return Response.json({ code: 'NOT_FOUND', message: `The gateway has no ${asked}` }, { status: 404 })
}
