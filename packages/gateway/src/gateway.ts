import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import { Hono } from 'hono'
import { createContext } from './create-context.ts'
import { GatewayError } from './errors.ts'
import { pathBelow } from './http/mount-path.ts'
import { toPaymentChoice } from './http/schemas.ts'
import { checkHealth, isReady } from './observability/health.ts'
import type { GatewaySettings } from './options.ts'
import { callbackEndpoint } from './routes/callbacks/endpoint.ts'
import { type ConsoleFetch, openConsole } from './routes/console/console.ts'
import { type MerchantFetch, openMerchantApi } from './routes/merchant/merchant-api.ts'
import { createPayerApp } from './routes/payer/app.ts'
import { NO_PAYMENT_METHODS } from './routes/payer/orders.ts'
import { type MerchantServices, merchantServices } from './services/merchant.ts'
import { payOrder } from './services/pay-order.ts'
import { type Delivery, type Receipt, receiveCallback } from './services/receive-callback.ts'
import { viewOrder } from './storage/orders.ts'
import { runPendingJobs } from './workers/jobs.ts'

/** Orders, refunds and callbacks of one merchant, durable in PostgreSQL. */
export interface Gateway extends MerchantServices {
  readonly callbacks: {
    /** Verifies one delivery and stores it. For frameworks without web requests; `fetch` does it by itself. */
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
  /** Whether calls can be answered now; for a load balancer. */
  isReady(): Promise<boolean>
  /** Starts the workers: callbacks, polls, refunds, event deliveries. */
  start(): Promise<void>
  /** Does what is due now and returns when it is done; for scripts and tests, beside or instead of `start()`. */
  runPendingJobs(): Promise<void>
  /** Takes nothing new, finishes what is in progress, closes the database connections. */
  stop(): Promise<void>
}

/**
 * Connects to the database, migrates its schema, and refuses a database of another environment or client.
 * @throws Error naming the setting that is wrong.
 */
export async function createGateway(settings: GatewaySettings): Promise<Gateway> {
  const { context, tokens, metrics, telemetry, lifecycle, start, stop } = await createContext(settings)
  const { during } = lifecycle
  const receive = receiveCallback(context)
  const { paymentMethods = NO_PAYMENT_METHODS, environment, clientId } = settings
  const consoleParts = { gateway: context, metrics, telemetry, environment, clientId }
  const atConsole = settings.console && (await openConsole(settings.console, consoleParts).catch(orStop(stop)))

  // Not strict: a callback address with a trailing slash must work, as a lost callback is not always sent again.
  const app = new Hono({ strict: false })
  const atCallbacks = callbackEndpoint(receive)
  app.all('/callbacks', (c) => atCallbacks(c.req.raw))
  app.notFound(({ req }) => notFoundResponse(`${req.method} ${req.path}`))
  app.route(
    '/',
    createPayerApp({
      gateway: context,
      tokens,
      paymentMethods: async (row) =>
        typeof paymentMethods === 'function' ? paymentMethods(viewOrder(row, [])) : paymentMethods,
      pay: ({ merchantOrderId, ...chosen }) => payOrder(context, merchantOrderId, toPaymentChoice(chosen)),
    }),
  )

  const services = merchantServices(context, during)
  const atMerchant =
    settings.merchant && (await openMerchantApi(settings.merchant, context, services).catch(orStop(stop)))

  return {
    ...services,
    callbacks: { receive: (delivery) => during(() => receive(delivery)) },
    fetch: (request) =>
      during(async () => app.fetch(withoutPrefix(request, settings.path ?? ''))).catch(shutDownResponse),
    admin: {
      fetch: (request, from) =>
        during(async () =>
          atConsole ? atConsole(withoutPrefix(request, settings.console?.path ?? ''), from) : noConsole(),
        ).catch(shutDownResponse),
    },
    merchant: {
      // The services themselves refuse calls during a shutdown.
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

/** During a shutdown the caller may try again: the provider does, and a proxy has other replicas. */
function shutDownResponse(error: unknown): Response {
  if (!(error instanceof GatewayError) || error.code !== 'SHUTTING_DOWN') throw error
  const { code, message } = error
  return Response.json({ code, message }, { status: 503, headers: { 'retry-after': '5', connection: 'close' } })
}

/** Stops what was started when a later step of the setup fails. */
function orStop(stop: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await stop()
    throw error
  }
}

/** Some frameworks remove the mount path from the address, some keep it. */
function withoutPrefix(request: Request, prefix: string): Request {
  const url = prefix === '' ? undefined : pathBelow(request.url, prefix)
  return url === undefined ? request : new Request(url, request)
}

function notFoundResponse(requested: string): Response {
  return Response.json({ code: 'NOT_FOUND', message: `The gateway has no ${requested}` }, { status: 404 })
}
