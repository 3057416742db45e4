import type { HealthReport } from '@galla/contract/gateway-api/health'
import { Hono } from 'hono'
import type { BankStatementMethods } from './bank-statement-methods.ts'
import type { ConsoleSettings } from './console-options.ts'
import { createContext } from './create-context.ts'
import { GatewayError, isNoMoreWork } from './errors.ts'
import type {
  ApiKeyMethods,
  EventSubscriptionMethods,
  LedgerMethods,
  LinkMethods,
  OrderMethods,
  PayerMethods,
  RefundMethods,
  ReturnMethods,
  UserMethods,
} from './gateway-methods.ts'
import { reachedOverHttps } from './http/https-headers.ts'
import { pathBelow } from './http/mount-path.ts'
import { acceptParsedBody } from './http/parsed-body.ts'
import { OWN_HEADERS } from './http/responses.ts'
import { checkHealth, isReady } from './observability/health.ts'
import type { GatewaySettings } from './options.ts'
import { callbackEndpoint } from './routes/callbacks/endpoint.ts'
import { type ConsoleFetch, openConsole } from './routes/console/console.ts'
import { type MerchantFetch, openMerchantApi } from './routes/merchant/merchant-api.ts'
import { createPayerApp } from './routes/payer/app.ts'
import { apiKeys, createApiKey, revokeApiKey } from './services/access/api-keys.ts'
import { type Actor, actingAs } from './services/access/audit.ts'
import { auditLines } from './services/access/audit-lines.ts'
import {
  inviteWithoutSession,
  linkWithoutSession,
  removeFactorWithoutSession,
  usersWithoutSession,
} from './services/access/users-without-session.ts'
import { type Receipt, type ReceivedCallback, receiveCallback } from './services/callbacks/receive-callback.ts'
import { reportingDatabaseFailures, throwAsDatabaseFailure } from './services/database-failures.ts'
import { removeSubscription, subscriptions } from './services/events/subscriptions.ts'
import { merchantServices } from './services/merchant.ts'
import { merchantApiServices } from './services/merchant-api.ts'
import { completePaymentMethods } from './services/orders/offered-payment-methods.ts'
import { payOrder } from './services/orders/pay-order.ts'
import { toPaymentChoice } from './services/orders/payment-choice.ts'
import { returnMethods } from './services/orders/returned-payer.ts'
import { banksNow } from './services/provider-health/provider-health.ts'
import type { DayCloseMethods, SettlementMethods } from './settlement-methods.ts'
import { viewOrder } from './storage/orders/orders.ts'
import { type RotatedTable, rotateKeys } from './storage/privacy/rotate-keys.ts'
import type { BillingMethods } from './subscription-methods.ts'
import type { SubscriptionsOption } from './subscriptions-option.ts'
import { partsOf } from './subscriptions-option.ts'

/** Orders, refunds and callbacks of one merchant, stored in PostgreSQL. Made by `createGateway()`. */
export interface Gateway {
  /** Start, pay and read orders. */
  readonly orders: OrderMethods
  /** Create payment links, send links again, and cancel links. */
  readonly links: LinkMethods
  /** Recognises a payer who comes back from the provider, in whichever browser. */
  readonly returns: ReturnMethods
  /** Request and read refunds. */
  readonly refunds: RefundMethods
  /** Erase a payer's personal data, and hold orders back from erasure. */
  readonly payers: PayerMethods
  /** List and export the transfers behind every amount. */
  readonly ledger: LedgerMethods
  /** List and remove the subscriptions of handlers and notifiers to events. */
  readonly eventSubscriptions: EventSubscriptionMethods
  /** The settlements that the provider has paid out to your bank. */
  readonly settlements: SettlementMethods
  /** Compare settlements with the statements of your bank account. */
  readonly bankStatements: BankStatementMethods
  /** Read and export closed days, whose figures never change. */
  readonly dayCloses: DayCloseMethods
  /** Create, list and revoke keys of the merchant API. */
  readonly apiKeys: ApiKeyMethods
  /**
   * Yields the audit log as JSON lines, oldest entry first, for a system that collects logs (SIEM). Each line is one entry with its `hash`,
   * the `previousHash`, and the `head`: the newest entry when the reading began. Each line ends with a line feed.
   * @throws GatewayError INVALID_REQUEST, DATABASE_FAILED
   * @example
   * for await (const line of gateway.auditLines({ after: '120' })) process.stdout.write(line)
   */
  auditLines(options?: {
    /** The `auditId` of the last entry that you have read. @default the log is read from the first entry */
    readonly after?: string
  }): AsyncIterable<string>
  /** Manage the users of the console, for example when an admin is locked out. */
  readonly users: UserMethods
  /** Callbacks, for a framework without the `Request` of the web platform. Behind `gateway.fetch`, this method is not needed. */
  readonly callbacks: {
    /**
     * Verifies one callback and stores the callback. A worker applies the callback later. Answer the provider with `status`.
     * @returns `accepted`, `duplicate` or `refused`, with the HTTP status for the provider.
     * @throws GatewayError: answer the provider with the `status` of the error. DATABASE_FAILED, BUSY, SHUTTING_DOWN (503): the callback
     * may not be stored. The provider repeats the callback; a callback that is stored already is then a `duplicate`. INVALID_REQUEST (400):
     * the call can never succeed, for example with a parsed body. `field` and the message say what to pass.
     * @example
     * const { status } = await gateway.callbacks.receive({ headers: event.headers, body: event.body, isBase64Encoded: event.isBase64Encoded })
     */
    receive(delivery: ReceivedCallback): Promise<Receipt>
  }
  /**
   * Serves the provider and the payer: `POST /callbacks`, `GET /orders/:merchantOrderId/status` and `/live`,
   * `POST /orders/:merchantOrderId/pay`, and `/subscriptions/:subscriptionId/…`. Adapters for frameworks are entry points of this package,
   * such as `@galla/gateway/express`.
   * @example
   * createServer(toNode(gateway.fetch)).listen(3000)
   */
  readonly fetch: (request: Request) => Promise<Response>
  /** The console. */
  readonly admin: {
    /**
     * Serves the console, its API and `/metrics`. Without the option `console`, the answer is 404 NO_CONSOLE.
     * @example
     * mountGateway(app, '/admin/payments', gateway.admin.fetch)
     */
    readonly fetch: ConsoleFetch
  }
  /** The merchant API. */
  readonly merchant: {
    /**
     * Serves `orders`, `refunds`, `plans` and `subscriptions` over HTTP, for a server in another language. Without the option `merchant`,
     * the answer is 404 NO_MERCHANT_API.
     * @example
     * mountGateway(app, '/merchant', gateway.merchant.fetch)
     */
    readonly fetch: MerchantFetch
  }
  /**
   * Checks database, workers, queues and open reviews. For a load balancer use `isReady`.
   * @returns The report. The promise does not reject.
   * @example
   * const { ok, checks } = await gateway.health()
   */
  health(): Promise<HealthReport>
  /**
   * Tells whether this process can answer calls: the database responds and accepts writes, and the process has data keys if another process
   * encrypts the database.
   * @returns True when the process is ready. The promise does not reject.
   * @example
   * app.get('/readyz', async (_, response) => response.sendStatus((await gateway.isReady()) ? 200 : 503))
   */
  isReady(): Promise<boolean>
  /**
   * Encrypts all stored personal data with the first key of `dataKeys`. Call this method after every replica has its first data keys, or a
   * new first key. Gateways can run meanwhile. An interrupted call can be repeated.
   * @param onProgress called after each batch of a table
   * @returns The row counts of each table. Remove an old key only when `unreadable` is 0 for every table.
   * @throws GatewayError INVALID_REQUEST, SHUTTING_DOWN
   * @example
   * for (const { table, encrypted } of await gateway.rotateDataKeys()) console.log(table, encrypted)
   */
  rotateDataKeys(onProgress?: (table: RotatedTable) => void): Promise<readonly RotatedTable[]>
  /**
   * Marks the database as restored. Call this method before the workers start. The gateway cannot notice some restores: a snapshot of the
   * disk, a copied folder, or a base backup without archived WAL. The workers then compare the stored orders with the provider. Before a
   * payment of such an order counts, the gateway asks the provider whether the payment was refunded.
   * @returns The time before which the compared orders were created. Epoch milliseconds.
   * @throws GatewayError DATABASE_FAILED, SHUTTING_DOWN
   * @example
   * await gateway.markRestored()
   */
  markRestored(): Promise<number>
  /**
   * Starts the workers for callbacks, polling, refunds, event deliveries and retention. A second call has no effect.
   * @example
   * await gateway.start()
   */
  start(): Promise<void>
  /**
   * Does all work that is due now, for scripts and tests. The method works with and without `start()`. The daily reconciliation and the
   * figures of the overview need a process that has called `start()`.
   * @throws GatewayError DATABASE_FAILED, SHUTTING_DOWN
   * @example
   * await gateway.runPendingJobs()
   */
  runPendingJobs(): Promise<void>
  /**
   * Refuses new calls with SHUTTING_DOWN, waits for work in progress, and closes the database connections and the gateway's
   * own client. A second call returns the same promise.
   * @example
   * process.once('SIGTERM', () => gateway.stop())
   */
  stop(): Promise<void>
}

/**
 * Connects to the database, migrates the schema and makes a gateway. Call `start()` of the gateway to run the workers.
 * @throws Error when an option is wrong: the message names the option. Error when the database belongs to another environment or client id,
 * or is encrypted with a key that `dataKeys` lacks.
 * @example
 * const gateway = await createGateway({
 *   environment: 'SANDBOX', clientId, clientSecret, database: './data', callbackCredentials: { username, password },
 *   on: { 'order.completed': async ({ order, tx }) => { await tx.query('insert into parcels …', [order.reference]) } },
 * })
 */
export function createGateway(
  settings: GatewaySettings & {
    /** Adds `gateway.plans` and `gateway.subscriptions`. */
    subscriptions: SubscriptionsOption
  },
): Promise<Gateway & BillingMethods>
export function createGateway(settings: GatewaySettings): Promise<Gateway>
export async function createGateway(settings: GatewaySettings): Promise<Gateway & Partial<BillingMethods>> {
  const { context, tokens, metrics, telemetry, lifecycle, start, runPendingJobs, stop } = await createContext(settings)
  const during = reportingDatabaseFailures(lifecycle.during, context.log)
  const receive = receiveCallback(context, (cause) => metrics.callbacksNotStored.inc({ cause }))
  const { paymentMethods = {}, environment, clientId } = settings
  const { clientSecret } = settings
  const merchantApi = settings.merchant !== undefined
  const { hostsWithoutTls = [] } = settings
  const client = { environment, clientId, clientSecret }
  const consoleParts = { gateway: context, metrics, telemetry, ...client, merchantApi, hostsWithoutTls }
  const handleConsole = settings.console && (await openConsole(settings.console, consoleParts).catch(orStop(stop)))

  // Not strict: a callback URL with a trailing slash must work, because the provider follows no redirect.
  const app = new Hono({ strict: false })
  const handleCallback = callbackEndpoint(receive)
  app.all('/callbacks', (c) => handleCallback(c.req.raw))
  app.notFound(({ req }) => notFoundResponse(`${req.method} ${req.path}`))
  app.route(
    '/',
    createPayerApp({
      gateway: context,
      tokens,
      async paymentMethods(row) {
        const isFunction = typeof paymentMethods === 'function'
        const offered = isFunction ? await paymentMethods(viewOrder(row)) : paymentMethods
        const healthOf = offered?.banks === undefined ? undefined : await banksNow(context)
        return completePaymentMethods(offered, isFunction ? 'paymentMethods()' : 'paymentMethods', healthOf)
      },
      isHttps: reachedOverHttps(settings.console?.url),
      pay: ({ merchantOrderId, ...chosen }) => payOrder(context, merchantOrderId, toPaymentChoice(chosen)),
      subscriptions: partsOf(settings.subscriptions)?.forPayer(context),
    }),
  )

  const services = merchantServices(context, during)
  const billing = partsOf(settings.subscriptions)
  const servicesAs = (actor?: Actor) => {
    const acting = actor ? actingAs(context, actor) : context
    return { ...merchantApiServices(acting, during), ...billing?.methods(acting, during) }
  }
  const consoleAddress = settings.console && addressOfConsole(settings.console)
  const atMerchant =
    settings.merchant &&
    (await openMerchantApi(settings.merchant, context, servicesAs, consoleAddress, hostsWithoutTls).catch(orStop(stop)))

  return {
    ...services,
    ...billing?.methods(context, during),
    returns: returnMethods(tokens, services.orders),
    eventSubscriptions: {
      list: () => during(() => subscriptions(context)),
      remove: (key) => during(() => removeSubscription(context, key)),
    },
    apiKeys: {
      create: (key) => during(() => createApiKey(context, key)),
      list: () => during(() => apiKeys(context)),
      revoke: (keyId) => during(() => revokeApiKey(context, keyId)),
    },
    users: {
      list: () => during(() => usersWithoutSession(context)),
      invite: (user) => during(() => inviteWithoutSession(context, user)),
      link: (name) => during(() => linkWithoutSession(context, name)),
      removeSecondFactor: (name) => during(() => removeFactorWithoutSession(context, name)),
    },
    // These report a failure in their own way.
    callbacks: { receive: (delivery) => lifecycle.during(() => receive(delivery)).catch(throwAsDatabaseFailure) },
    fetch: (request) =>
      lifecycle.during(async () => app.fetch(withoutPrefix(request, settings.path ?? ''))).catch(noMoreWorkResponse),
    admin: {
      fetch: acceptParsedBody((request, from) =>
        lifecycle
          .during(async () =>
            handleConsole ? handleConsole(withoutPrefix(request, settings.console?.path ?? ''), from) : noConsole(),
          )
          .catch(noMoreWorkResponse),
      ),
    },
    merchant: {
      // The services themselves refuse calls during a shutdown.
      fetch: async (request, from) =>
        atMerchant ? atMerchant(withoutPrefix(request, settings.merchant?.path ?? ''), from) : noMerchantApi(),
    },
    async *auditLines(options) {
      for await (const line of auditLines(context, options)) yield line
    },
    rotateDataKeys: (onProgress) => during(() => rotateKeys(context.database, onProgress)),
    markRestored: () => during(() => context.restores.mark()),
    health: () => checkHealth(context),
    isReady: () => isReady(context),
    start,
    runPendingJobs: () => runPendingJobs().catch(throwAsDatabaseFailure),
    stop,
  }
}

/** Where people open the console: a URL, or a path while only names of this machine open it. A URL without a path has the mount path. */
function addressOfConsole({ url, path = '' }: ConsoleSettings): string {
  if (url === undefined) return path || '/'
  return new URL(url).pathname === '/' ? new URL(path || '/', url).href : url
}

function noConsole(): Response {
  return Response.json(
    {
      code: 'NO_CONSOLE',
      message: 'The console is not configured: set the option console: { password } of createGateway.',
    },
    { status: 404, headers: OWN_HEADERS },
  )
}

function noMerchantApi(): Response {
  return Response.json(
    {
      code: 'NO_MERCHANT_API',
      message: 'The merchant API is not configured: set the option merchant: { keys } of createGateway.',
    },
    { status: 404, headers: OWN_HEADERS },
  )
}

/** Retryable: the provider repeats callbacks, and a proxy can use another replica. */
function noMoreWorkResponse(error: unknown): Response {
  if (!(error instanceof GatewayError) || !isNoMoreWork(error.code)) throw error
  const { code, message } = error
  return Response.json(
    { code, message },
    { status: 503, headers: { ...OWN_HEADERS, 'retry-after': '5', connection: 'close' } },
  )
}

/** Closes what is open when a later step of the setup fails. */
function orStop(stop: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await stop()
    throw error
  }
}

/** Some frameworks remove the mount path from the URL, some keep it. */
function withoutPrefix(request: Request, prefix: string): Request {
  const url = prefix === '' ? undefined : pathBelow(request.url, prefix)
  return url === undefined ? request : new Request(url, request)
}

function notFoundResponse(requested: string): Response {
  const message = `The gateway has no route ${requested}`
  return Response.json({ code: 'NOT_FOUND', message }, { status: 404, headers: OWN_HEADERS })
}
