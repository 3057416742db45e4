import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import { createTokenCache } from './auth/token-cache.ts'
import { createTokenGrant, keyFor, patientStore } from './auth/token-source.ts'
import { type Callbacks, createCallbacks } from './callbacks/verify.ts'
import { isGallaError } from './errors/galla-error.ts'
import { createWatch } from './hooks/observer.ts'
import { fetchTransport } from './http/fetch-transport.ts'
import { nodeTransport } from './http/node-transport.ts'
import { createSend, type Send } from './http/send.ts'
import type { FetchLike, Transport } from './http/transport.ts'
import { type GallaConfig, type Settings, settle } from './options.ts'
import type { Clock, Ports } from './runtime.ts'
import { beginningEvents, callEvent, type Flow, fallbackEvent, unreadableCallbackEvent } from './telemetry/events.ts'
import { createSender } from './telemetry/sender.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'

/** The parts of one client, put together: where native verbs and the official API's skin both begin. */
export interface Parts {
  readonly settings: Settings
  readonly clock: Clock
  readonly send: Send
  readonly callbacks: Callbacks
  flush(): Promise<void>
  close(): Promise<void>
}

export function assemble(config: GallaConfig, ports: Ports, flows: readonly Flow[] = ['PG_CHECKOUT', 'PG']): Parts {
  const settings = settle(config, ports.warn)
  const { clock } = ports
  const transport = pickTransport(config.fetch)
  const watch = createWatch(config.hooks, (call, error) => {
    const event = telemetry && callEvent(call, error, clock.now())
    if (event) telemetry?.add(event)
  })

  const { tokenStore } = config
  const tokens = createTokenCache({
    now: clock.now,
    mint: createTokenGrant(settings, transport, clock),
    ...(tokenStore && patientStore(tokenStore, keyFor(settings), clock)),
    fellBack(error, cached, attemptedAtMs) {
      if (isGallaError(error))
        telemetry?.add(fallbackEvent(error, cached, ENDPOINTS.token.path, attemptedAtMs, clock.now()))
    },
  })

  let telemetry: Telemetry | undefined
  if (settings.telemetry) {
    telemetry = createTelemetry(createSender(settings, transport, tokens, clock), ports, watch.telemetry)
    for (const event of beginningEvents(flows, clock.now())) telemetry.add(event)
  }

  return {
    settings,
    clock,
    send: createSend({ settings, ports, transport, tokens, watch }),
    callbacks: reporting(createCallbacks(config.callbackCredentials ?? []), (error) => {
      telemetry?.add(unreadableCallbackEvent(error, clock.now()))
    }),
    flush: async () => telemetry?.flush(),
    async close() {
      await telemetry?.close()
      transport.close()
    },
  }
}

/** An authentic callback that cannot be read is the one thing about callbacks that the provider wants to hear of. */
function reporting(
  callbacks: Callbacks,
  report: (error: Parameters<typeof unreadableCallbackEvent>[0]) => void,
): Callbacks {
  return {
    async verify(delivery) {
      try {
        return await callbacks.verify(delivery)
      } catch (error) {
        if (isGallaError(error) && error.kind === 'invalid-callback' && error.reason === 'not-json') report(error)
        throw error
      }
    },
  }
}

/** The caller's own way out, else the runtime's: a transport object, a fetch-shaped function, node:http where it is, global fetch. */
export function pickTransport(choice: FetchLike | Transport | undefined): Transport {
  if (typeof choice === 'function') return fetchTransport(choice)
  if (choice) return choice
  const native = nodeTransport()
  if (native) return native
  const { fetch } = globalThis as { fetch?: FetchLike }
  if (!fetch) throw new TypeError('This runtime has neither node:http nor fetch: give the client a `fetch`')
  return fetchTransport((url, init) => fetch(url, init))
}
