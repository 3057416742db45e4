import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import { type Callbacks, createCallbacks } from './callbacks/create-callbacks.ts'
import type { Clock } from './clock.ts'
import type { GallaConfig } from './config.ts'
import { isGallaError } from './errors/is-galla-error.ts'
import { createSend, type Send } from './pipeline/send.ts'
import type { Ports } from './ports.ts'
import { type Settings, settle } from './settings.ts'
import { beginningEvents, callEvent, type Flow, fallbackEvent, unreadableCallbackEvent } from './telemetry/event.ts'
import { createSender } from './telemetry/sender.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import { createTokenCache } from './token/token-cache.ts'
import { createTokenGrant } from './token/token-grant.ts'
import { keyFor, patientStore } from './token/token-store.ts'
import { pickTransport } from './transport/pick.ts'
import { createWatch } from './watch/watch.ts'

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
