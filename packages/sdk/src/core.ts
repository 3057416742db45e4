import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { TelemetryEvent } from '@galla/contract/provider/telemetry'
import type { AccessToken } from './auth/access-token.ts'
import { createTokenCache } from './auth/token-cache.ts'
import { createTokenFetcher, storeKey, storeWithTimeout } from './auth/token-source.ts'
import { pickDigests } from './callbacks/digests.ts'
import { type Callbacks, createVerifier } from './callbacks/verify.ts'
import { type GallaError, isGallaError } from './errors/galla-error.ts'
import { createHookDispatcher } from './hooks/dispatcher.ts'
import { withTimeout } from './http/exchange.ts'
import { fetchTransport, globalFetchTransport } from './http/fetch.ts'
import type { FetchLike } from './http/fetch-like.ts'
import { nodeTransport } from './http/node-http.ts'
import { createSend, type Send } from './http/send.ts'
import type { Transport } from './http/transport.ts'
import type { Operation } from './operations/operations.ts'
import { type GallaConfig, type NormalizedOptions, normalizeOptions, type TestClock } from './options.ts'
import { type Clock, isWorkerd, type Ports } from './runtime.ts'
import { type Flow, fallbackEvent, operationEvent, startupEvents, unreadableCallbackEvent } from './telemetry/events.ts'
import { createOrderFlows } from './telemetry/order-flows.ts'
import { createSender } from './telemetry/sender.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'

/** The base of the native and the compat API. */
export interface ClientCore {
  readonly options: NormalizedOptions
  readonly clock: Clock
  readonly send: Send
  readonly callbacks: Callbacks
  /** Records a call that was refused before it was sent. */
  reportRefusal(operation: Operation, error: GallaError): void
  /** Records an event, if telemetry is on. */
  report(event: TelemetryEvent): void
  getAccessToken(): Promise<AccessToken>
  flush(): Promise<void>
  close(): Promise<void>
}

/** The composition root: connects options, transport, token cache, hooks and telemetry of one client. */
export function createClientCore(
  config: GallaConfig,
  given: Ports,
  flows: readonly Flow[] = ['PG_CHECKOUT', 'PG'],
): ClientCore {
  const options = normalizeOptions(config, given.warn)
  const clock = config.clock ? onTestClock(given.clock, config.clock) : given.clock
  const ports = { ...given, clock }
  const transport = pickTransport(config.fetch)
  const flowsOfOrders = createOrderFlows()
  const record = (operation: Operation, error: GallaError | undefined) => {
    const event = telemetry && operationEvent(operation, error, clock.now(), flowsOfOrders.flowOf(operation))
    if (event) telemetry?.add(event)
  }
  const hooks = createHookDispatcher(config.hooks ?? {}, record)

  const { tokenStore } = config
  const tokens = createTokenCache({
    now: clock.now,
    shared: !isWorkerd(),
    fetch: createTokenFetcher(options, transport, clock),
    ...(tokenStore && storeWithTimeout(tokenStore, storeKey(options), clock)),
    onFallback(error, cached, attemptedAtMs) {
      if (!isGallaError(error)) return
      telemetry?.add(fallbackEvent(error, cached, ENDPOINTS.token.path, attemptedAtMs, clock.now()))
    },
  })

  let telemetry: Telemetry | undefined
  if (options.telemetry) {
    telemetry = createTelemetry(createSender(options, transport, tokens, clock), ports, hooks.telemetry)
    for (const event of startupEvents(flows, clock.now())) telemetry.add(event)
  }

  return {
    options,
    clock,
    send: createSend({ options, ports, transport, tokens, hooks }),
    // The protocol has a telemetry event for authentic callbacks with an unreadable body (protocol §12).
    callbacks: createVerifier(config.callbackCredentials ?? [], pickDigests(), (error) =>
      telemetry?.add(unreadableCallbackEvent(error, clock.now(), flowsOfOrders.usual)),
    ),
    reportRefusal: record,
    report: (event) => telemetry?.add(event),
    getAccessToken: async () =>
      tokens.fresh() ?? withTimeout(tokens.get(), clock, options.timeoutMs, undefined, 'token'),
    flush: async () => telemetry?.flush(),
    async close() {
      await telemetry?.close()
      transport.close()
    },
  }
}

/** Deadlines of requests stay those of the system: a request takes real time. */
function onTestClock(system: Clock, test: TestClock): Clock {
  return { ...system, now: () => test.now(), skip: (ms) => test.advance(ms) }
}

/** The caller's transport or `fetch`, else `node:http`, else the global `fetch`. */
function pickTransport(choice: FetchLike | Transport | undefined): Transport {
  if (choice && choice !== globalThis.fetch) return typeof choice === 'function' ? fetchTransport(choice) : choice
  const own = (choice ? undefined : nodeTransport()) ?? globalFetchTransport()
  if (!own) throw new TypeError('This runtime has neither node:http nor fetch: pass the option `fetch`')
  return own
}
