import type { Delivery } from '@galla/contract/sandbox-api/routes'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { asDelivery } from './callbacks/delivery.ts'
import { assemble, type Provider } from './context.ts'
import { connectionReset, LineCut } from './faults/inject-faults.ts'
import type { SandboxOptions } from './options.ts'
import type { Sandbox } from './sandbox.ts'
import { SANDBOX_KEY_ID, SANDBOX_PUBLIC_KEY_PEM } from './services/card-key.ts'

/**
 * A provider in this process, without a port.
 * @throws TypeError naming the option that cannot be.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return sandboxOf(assemble(options))
}

/** What a developer holds of a provider: its fetch, and its control API as functions. */
export function sandboxOf(provider: Provider, app: Hono = createApp(provider)): Sandbox {
  const answer = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = toRequest(input, init, provider.origin)
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    try {
      const reply = Promise.resolve(app.fetch(request))
      return signal ? await unlessAborted(reply, signal) : await reply
    } catch (error) {
      throw error instanceof LineCut ? connectionReset() : error
    }
  }

  const control = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const sent = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const reply = await app.fetch(new Request(`${provider.origin}/_sandbox${path}`, sent))
    const answered = (await reply.json()) as Reply & { message?: string }
    if (!reply.ok) throw new Error(answered.message ?? `the sandbox answered ${reply.status}`)
    return answered
  }

  const moveClock = (body: object): Promise<void> => control('POST', '/clock', body)
  const named = encodeURIComponent

  return {
    fetch: answer,
    clock: {
      now: () => provider.clock.now(),
      get frozen() {
        return provider.clock.frozen
      },
      freeze: () => provider.clock.freeze(),
      resume() {
        provider.clock.resume()
        provider.agenda.rearm()
      },
      advance: (advanceMs) => moveClock({ advanceMs }),
      set: (setMs) => moveClock({ setMs }),
    },
    cardKey: { keyId: SANDBOX_KEY_ID, publicKeyPem: SANDBOX_PUBLIC_KEY_PEM },
    journal: (query) => provider.journal.read({ limit: String(Number.MAX_SAFE_INTEGER), ...query }).entries,
    deliveries: () => [...provider.store.deliveries.all()].map(asDelivery),
    order: (id) => control('GET', `/orders/${named(id)}`),
    simulatePayment: (id, wanted) => control('POST', `/orders/${named(id)}/simulate`, wanted),
    simulateRefund: (id, wanted) => control('POST', `/refunds/${named(id)}/simulate`, wanted),
    queueOutcome: (wanted) => control('POST', '/outcomes', wanted),
    setFaults: (wanted) => control('POST', '/faults', wanted),
    setReceiver: (receiver) => control('PUT', '/callbacks/receiver', receiver),
    trigger: async (wanted) =>
      (await control<{ deliveries: Delivery[] }>('POST', '/callbacks/trigger', wanted)).deliveries,
    drill: (url, only) => control('POST', '/drill', { url, ...(only ? { only } : {}) }),
    snapshot: (name) => control('POST', '/snapshots', name === undefined ? {} : { name }),
    restore: (snapshotId) => control('POST', `/snapshots/${named(snapshotId)}/restore`),
    reset: () => provider.reset(),
    revokeTokens: () => provider.tokens.revokeAll(),
    idle: () => provider.agenda.idle(),
    async close() {
      provider.agenda.close()
      await provider.agenda.idle()
      provider.store.close()
    },
  }
}

function toRequest(input: Request | string | URL, init: RequestInit | undefined, origin: string): Request {
  if (input instanceof Request) return init ? new Request(input, init) : input
  return new Request(new URL(input, origin), init)
}

/** A real fetch gives up at once when its caller does; what was begun here runs on, as it would on a server. */
function unlessAborted(reply: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    reply.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
