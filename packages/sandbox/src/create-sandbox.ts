import type { HeldCall } from '@galla/contract/sandbox-api/faults'
import type { Delivery } from '@galla/contract/sandbox-api/routes'
import type { SandboxSettlement } from '@galla/contract/sandbox-api/settlements'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { toDelivery } from './callbacks/delivery.ts'
import { createContext, type SandboxContext } from './context.ts'
import { defined } from './domain/defined.ts'
import { ConnectionReset, connectionResetError } from './faults/connection-reset.ts'
import type { SandboxOptions } from './options.ts'
import type { Sandbox } from './sandbox.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from './services/card-key.ts'

/**
 * Creates a sandbox in this process. The sandbox opens no port.
 * @throws TypeError with the name of the invalid option
 * @throws Error when the `state` file cannot be read or is not a state file
 * @example
 * const sandbox = createSandbox({ clock: { startMs: Date.UTC(2026, 0, 1), frozen: true } })
 * const galla = new Galla({ clientId: 'shop', clientSecret: 'any', clientVersion: 1, fetch: sandbox.fetch })
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const context = createContext(options)
  return sandboxFor(context, createApp(context))
}

/** The public interface of a context: its routes as `fetch`, and its control API as methods. */
export function sandboxFor(context: SandboxContext, app: Hono): Sandbox {
  const fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = toRequest(input, init, context.origin)
    const signal = init?.signal ?? (isRequest(input) ? input.signal : undefined)
    signal?.throwIfAborted()
    try {
      const response = Promise.resolve(app.fetch(request))
      return signal ? await unlessAborted(response, signal) : await response
    } catch (error) {
      throw error instanceof ConnectionReset ? connectionResetError() : error
    }
  }

  const callControl = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const headers = { 'content-type': 'application/json' }
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
    const response = await app.fetch(new Request(`${context.origin}/_sandbox${path}`, init))
    const reply = (await response.json()) as Reply & { message?: string }
    if (!response.ok) throw new Error(reply.message ?? `the control API answered ${response.status}`)
    return reply
  }

  const encode = encodeURIComponent

  return {
    fetch,
    clock: {
      now: () => context.clock.now(),
      get frozen() {
        return context.clock.frozen
      },
      freeze: () => context.clock.freeze(),
      resume() {
        context.clock.resume()
        context.scheduler.rearmTimer()
      },
      advance: (advanceMs) => callControl('POST', '/clock', { advanceMs }),
      set: (setMs) => callControl('POST', '/clock', { setMs }),
    },
    cardKey: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    journal: (query) => context.journal.read({ limit: String(Number.MAX_SAFE_INTEGER), ...query }).entries,
    deliveries: () => [...context.store.deliveries.all()].map(toDelivery),
    order: (id) => callControl('GET', `/orders/${encode(id)}`),
    simulatePayment: (id, payment) => callControl('POST', `/orders/${encode(id)}/simulate`, payment),
    simulateAppPayment: (payment) => callControl('POST', '/app/payments', payment),
    simulateRefund: (id, refund) => callControl('POST', `/refunds/${encode(id)}/simulate`, refund),
    settle: (chosen = {}) => callControl('POST', '/settlements', chosen),
    settlements: async () =>
      (await callControl<{ settlements: SandboxSettlement[] }>('GET', '/settlements')).settlements,
    simulateSettlement: (id, change) => callControl('POST', `/settlements/${encode(id)}/simulate`, change),
    settlementReport: async (query = {}) => {
      const parameters = new URLSearchParams(
        Object.entries(defined(query)).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return (await callControl<{ csv: string }>('GET', `/settlements/report?${parameters}`)).csv
    },
    mandate: (id) => callControl('GET', `/mandates/${encode(id)}`),
    simulateMandate: (id, action) => callControl('POST', `/mandates/${encode(id)}/simulate`, action),
    redemption: (id) => callControl('GET', `/redemptions/${encode(id)}`),
    simulateRedemption: (id, end) => callControl('POST', `/redemptions/${encode(id)}/simulate`, end),
    queueOutcome: (outcome) => callControl('POST', '/outcomes', outcome),
    setFaults: (faults) => callControl('POST', '/faults', faults),
    held: () => context.heldCalls.list(),
    release: async (heldIds) =>
      (await callControl<{ released: HeldCall[] }>('POST', '/held/release', defined({ heldIds }))).released,
    setReceiver: (receiver) => callControl('PUT', '/callbacks/receiver', receiver),
    trigger: async (callback) =>
      (await callControl<{ deliveries: Delivery[] }>('POST', '/callbacks/trigger', callback)).deliveries,
    drill: (url, options) => callControl('POST', '/drill', { ...options, url }),
    snapshot: (name) => callControl('POST', '/snapshots', defined({ name })),
    restore: (snapshotId) => callControl('POST', `/snapshots/${encode(snapshotId)}/restore`),
    reset: () => context.reset(),
    revokeTokens: () => context.tokens.revokeAll(),
    idle: () => context.scheduler.idle(),
    async close() {
      context.scheduler.close()
      context.heldCalls.close()
      await context.scheduler.idle()
      context.store.close()
    },
  }
}

function toRequest(input: Request | string | URL, init: RequestInit | undefined, origin: string): Request {
  if (!isRequest(input)) return new Request(new URL(input, origin), init)
  const { url, method, headers, body } = input
  const own = input instanceof Request ? input : new Request(url, { method, headers, ...(body && streamed(body)) })
  return init ? new Request(own, init) : own
}

/** By its marks: a test environment, or the package undici, has a class of its own. */
const isRequest = (input: Request | string | URL): input is Request => typeof input === 'object' && 'url' in input

/** A body that is a stream can be passed on once, and only half duplex. */
const streamed = (body: ReadableStream) => ({ body, duplex: 'half' }) as RequestInit

/** Rejects as soon as the signal aborts, as fetch does. The handler itself runs on, as it would on a server. */
function unlessAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    response.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
