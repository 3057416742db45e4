import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { TelemetryReport } from '@galla/contract/gateway-api/console-routes'
import { maskMessage } from '../domain/masking.ts'
import type { CallRow } from '../storage/calls.ts'
import type { ProviderPort } from './provider-port.ts'

/** What the client tells of one attempt, and of its failure: the shapes of its hooks, as far as we read them. */
interface Note {
  callId?: unknown
  endpoint?: unknown
  method?: unknown
  path?: unknown
  attempt?: unknown
  httpStatus?: unknown
  tookMs?: unknown
  merchantOrderId?: unknown
  merchantRefundId?: unknown
  error?: unknown
  willRetry?: unknown
}

/** One verb of the gateway's and the calls that the client makes for it: the verb's own, and perhaps one for a token. */
interface ProviderCall {
  /** Under way. */
  readonly calls: Map<unknown, CallRow>
  readonly over: CallRow[]
}

export interface InstrumentedProvider {
  /** The same provider; what goes through it is heard. */
  readonly provider: ProviderPort
  readonly telemetry: () => Omit<TelemetryReport, 'enabled' | 'reason'>
  stop(): void
}

/**
 * Hears what the client says on its `galla:*` channels. They are the process's, so each call of ours carries a mark through
 * everything that it awaits: what another client in this process does is none of our business.
 */
export function instrumentProvider(
  provider: ProviderPort,
  nowMs: () => number,
  onCall: (call: CallRow) => void,
): InstrumentedProvider {
  const ours = new AsyncLocalStorage<ProviderCall>()
  const counts = { sent: 0, failed: 0, dropped: 0 }

  const on = {
    'galla:request': (note: Note) => {
      const calls = ours.getStore()?.calls
      if (!calls) return
      const { callId, endpoint, method, path, attempt, merchantOrderId, merchantRefundId } = note
      calls.set(callId, {
        atMs: calls.get(callId)?.atMs ?? nowMs(),
        endpoint: String(endpoint),
        method: method === 'GET' ? 'GET' : 'POST',
        path: String(path),
        attempts: typeof attempt === 'number' ? attempt : 1,
        ...(typeof merchantOrderId === 'string' ? { merchantOrderId } : {}),
        ...(typeof merchantRefundId === 'string' ? { merchantRefundId } : {}),
      })
    },
    'galla:response': (note: Note & { ok?: unknown }) => {
      const call = ours.getStore()?.calls.get(note.callId)
      if (!call) return
      if (typeof note.httpStatus === 'number') call.httpStatus = note.httpStatus
      if (typeof note.tookMs === 'number') call.tookMs = Math.round(note.tookMs)
      if (note.ok === true) done(note.callId)
    },
    'galla:error': (note: Note) => {
      const call = ours.getStore()?.calls.get(note.callId)
      if (!call || note.willRetry === true) return
      Object.assign(call, failureIn(note.error))
      done(note.callId)
    },
    'galla:telemetry': (note: { type?: unknown; events?: unknown }) => {
      const events = typeof note.events === 'number' ? note.events : 0
      if (note.type === 'sent' || note.type === 'failed') counts[note.type] += events
      else counts.dropped += events
    },
  }
  const done = (callId: unknown): void => {
    const providerCall = ours.getStore()
    const call = providerCall?.calls.get(callId)
    providerCall?.calls.delete(callId)
    if (call) providerCall?.over.push(call)
  }

  const listeners = Object.entries(on).map(([name, listen]) => [name, (note: unknown) => listen(note as Note)] as const)
  for (const [name, listen] of listeners) channel(name).subscribe(listen)

  const marked = <In, Out>(verb: (input: In) => Promise<Out>): ((input: In) => Promise<Out>) => {
    return async (input) => {
      const providerCall: ProviderCall = { calls: new Map(), over: [] }
      let reply: Out | undefined
      try {
        reply = await ours.run(providerCall, () => verb(input))
        return reply
      } finally {
        for (const call of providerCall.over) onCall(isToken(call) ? call : { ...call, ...payloadsOf(input, reply) })
      }
    }
  }
  const { standardCheckout: standard, customCheckout: custom, refunds, callbacks } = provider
  return {
    provider: {
      standardCheckout: {
        pay: marked((order) => standard.pay(order)),
        getOrderStatus: marked((which) => standard.getOrderStatus(which)),
      },
      customCheckout: {
        pay: marked((order) => custom.pay(order)),
        getOrderStatus: marked((which) => custom.getOrderStatus(which)),
      },
      refunds: {
        create: marked((refund) => refunds.create(refund)),
        getStatus: marked((which) => refunds.getStatus(which)),
      },
      callbacks,
    },
    telemetry: () => ({ ...counts }),
    stop() {
      for (const [name, listen] of listeners) channel(name).unsubscribe(listen)
    },
  }
}

/** A call that serves all others alike. */
const isToken = ({ merchantOrderId, merchantRefundId }: CallRow) =>
  merchantOrderId === undefined && merchantRefundId === undefined

/** A log that stumbles is no reason to lose a payment. */
function payloadsOf(input: unknown, reply: unknown): Pick<CallRow, 'request' | 'reply'> {
  try {
    const [request, answer] = [loggablePayload(input), loggablePayload(reply)]
    return { ...(request === undefined ? {} : { request }), ...(answer === undefined ? {} : { reply: answer }) }
  } catch {
    return {}
  }
}

/** From the shape of the client's error, whichever copy made it; its message is safe to write down. */
function failureIn(error: unknown): Partial<CallRow> {
  const { kind, outcome, code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    [field: string]: unknown
  }
  return {
    errorKind: typeof kind === 'string' ? kind : 'unknown',
    ...(outcome === 'not-sent' || outcome === 'rejected' || outcome === 'unknown' ? { outcome } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, 200) } : {}),
    ...(typeof message === 'string' ? { message: message.slice(0, 1_000) } : {}),
  }
}

/** What a call says beyond this is told by its length alone. Characters. */
const MAX_CHARACTERS = 8_000
const MAX_TEXT = 300

/** Sealed or not, nothing of a card belongs in a log. */
const CARDS = new Set(['cardDetails', 'tokenDetails'])

/** A request or a reply as it may lie in the log: its shape, ids, amounts and states; no payer, no card, no link that opens a payment. */
export function loggablePayload(value: unknown): unknown {
  const text = JSON.stringify(maskMessage(value), (name, one: unknown) => {
    if (CARDS.has(name)) return '****'
    if (typeof one !== 'string') return one
    const open = /url$/i.test(name) ? one.replace(/\?.*$/s, '?****') : one
    return open.length > MAX_TEXT ? `${open.slice(0, 40)}… (${open.length} characters)` : open
  })
  if (text === undefined) return undefined
  return text.length > MAX_CHARACTERS ? { leftOut: `${text.length} characters` } : JSON.parse(text)
}
