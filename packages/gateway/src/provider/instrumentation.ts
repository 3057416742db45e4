import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { TelemetryReport } from '@galla/contract/gateway-api/health'
import type { Hooks } from '@galla/sdk'
import { maskMessage, maskSentence, storable } from '../domain/privacy/masking.ts'
import type { CallPayloads, CallRow } from '../storage/calls.ts'
import { isUnknownMandate, readFailure } from './mapping.ts'
import type { ProviderPort } from './provider-port.ts'
import { readStatusFailure } from './refund-failures.ts'
import type { SendOptions } from './requests.ts'

/** Fields of the client's hook events that are read here. */
interface HookEvent {
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

/** HTTP calls of one method call: the call itself, and perhaps one for a token. */
interface ProviderCall {
  /** In progress, by call id. */
  readonly calls: Map<unknown, CallRow>
  readonly done: CallRow[]
}

export interface InstrumentedProvider {
  /** The same provider with its calls recorded. */
  readonly provider: ProviderPort
  readonly telemetry: () => TelemetryReport
  stop(): void
}

/**
 * Records the client's calls from its `galla:*` diagnostics channels. The channels are process-wide, so an AsyncLocalStorage
 * tells this gateway's calls from those of other clients.
 * @param onCall gets each call, and a function that masks its payloads: nobody waits for that
 */
export function instrumentProvider(
  provider: ProviderPort,
  nowMs: () => number,
  onCall: (call: CallRow, payloads: () => CallPayloads) => void,
  observer: Hooks = {},
): InstrumentedProvider {
  const ours = new AsyncLocalStorage<ProviderCall>()
  const counts = { sent: 0, failed: 0, dropped: 0 }

  const on = {
    'galla:request': (note: HookEvent) => {
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
    'galla:response': (note: HookEvent & { ok?: unknown }) => {
      const call = ours.getStore()?.calls.get(note.callId)
      if (!call) return
      if (typeof note.httpStatus === 'number') call.httpStatus = note.httpStatus
      if (typeof note.tookMs === 'number') call.tookMs = Math.round(note.tookMs)
      if (note.ok === true) done(note.callId)
    },
    'galla:error': (note: HookEvent) => {
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
    if (call) providerCall?.done.push(call)
  }

  /** A hook hears the calls of this gateway only. What a listener of a channel throws would end the process. */
  const listenTo = (name: 'request' | 'response' | 'error') => (note: unknown) => {
    if (!ours.getStore()) return
    try {
      observer[name]?.(note as never)
    } catch {}
  }
  const listeners = [
    ...Object.entries(on).map(([name, listen]) => [name, (note: unknown) => listen(note as HookEvent)] as const),
    ...(['request', 'response', 'error'] as const)
      .filter((name) => observer[name])
      .map((name) => [`galla:${name}`, listenTo(name)] as const),
  ]
  for (const [name, listen] of listeners) channel(name).subscribe(listen)

  const recorded = <In, Options, Out>(
    method: (input: In, options?: Options) => Promise<Out>,
    isUnknownId?: (error: unknown) => boolean,
  ): ((input: In, options?: Options) => Promise<Out>) => {
    return async (input, options) => {
      const providerCall: ProviderCall = { calls: new Map(), done: [] }
      let response: Out | undefined
      try {
        response = await ours.run(providerCall, () => method(input, options))
        return response
      } catch (error) {
        if (isUnknownId && isAnsweredUnknown(error, isUnknownId)) markNotFound(providerCall.done)
        throw error
      } finally {
        for (const call of providerCall.done) onCall(call, () => (isToken(call) ? {} : payloadsOf(input, response)))
      }
    }
  }
  const {
    standardCheckout: standard,
    customCheckout: custom,
    links,
    refunds,
    callbacks,
    settlements,
    subscriptions,
  } = provider
  return {
    provider: {
      standardCheckout: {
        pay: recorded((order, options?: SendOptions) => standard.pay(order, options)),
        createSdkOrder: recorded((order, options?: SendOptions) => standard.createSdkOrder(order, options)),
        getOrderStatus: recorded((which) => standard.getOrderStatus(which), isUnknownOrder),
      },
      customCheckout: {
        pay: recorded((order, options?: SendOptions) => custom.pay(order, options)),
        createSdkOrder: recorded((order, options?: SendOptions) => custom.createSdkOrder(order, options)),
        getOrderStatus: recorded((which) => custom.getOrderStatus(which), isUnknownOrder),
      },
      links: {
        create: recorded((link, options?: SendOptions) => links.create(link, options)),
        getStatus: recorded((which) => links.getStatus(which), isUnknownOrder),
        notify: recorded((which, options?: SendOptions) => links.notify(which, options)),
        cancel: recorded((which) => links.cancel(which)),
      },
      refunds: {
        create: (refund, options) => recorded((sent: typeof refund) => refunds.create(sent, options))(refund),
        getStatus: recorded((which) => refunds.getStatus(which), isUnknownRefund),
      },
      ...(settlements && {
        settlements: {
          list: recorded((period) => settlements.list(period)),
          get: recorded((which) => settlements.get(which)),
        },
      }),
      ...(subscriptions && {
        subscriptions: {
          setup: recorded((setup, options?: SendOptions) => subscriptions.setup(setup, options)),
          notify: recorded((notice, options?: SendOptions) => subscriptions.notify(notice, options)),
          redeem: recorded((which, options?: SendOptions) => subscriptions.redeem(which, options)),
          getStatus: recorded((which) => subscriptions.getStatus(which), isUnknownMandateError),
          cancel: recorded((which) => subscriptions.cancel(which)),
          getOrderStatus: recorded((which) => subscriptions.getOrderStatus(which), isUnknownOrder),
        },
      }),
      callbacks,
    },
    telemetry: () => ({ ...counts }),
    stop() {
      for (const [name, listen] of listeners) channel(name).unsubscribe(listen)
      // Until Node 22 an enabled one costs every promise of the process.
      ours.disable()
    },
  }
}

const isUnknownMandateError = (error: unknown): boolean => isUnknownMandate(readFailure(error))
const isUnknownOrder = (error: unknown): boolean => readFailure(error).unknownId
const isUnknownRefund = (error: unknown): boolean => readStatusFailure(error).unknownRefund

/** An error that is not the SDK's is not an answer. */
function isAnsweredUnknown(error: unknown, isUnknownId: (error: unknown) => boolean): boolean {
  try {
    return isUnknownId(error)
  } catch {
    return false
  }
}

/** "The provider does not know the id" is an answer to a status check: every refund is looked up before it is first sent. */
function markNotFound(calls: readonly CallRow[]): void {
  for (const call of calls) {
    if (isToken(call) || call.errorKind === undefined) continue
    delete call.errorKind
    call.outcome = 'not-found'
  }
}

/** A token call belongs to no order or refund. */
const isToken = ({ merchantOrderId, merchantRefundId }: CallRow) =>
  merchantOrderId === undefined && merchantRefundId === undefined

/** A failure to log must not fail a payment. */
function payloadsOf(input: unknown, response: unknown): CallPayloads {
  try {
    const [request, answer] = [loggablePayload(input), loggablePayload(response)]
    return { ...(request === undefined ? {} : { request }), ...(answer === undefined ? {} : { response: answer }) }
  } catch {
    return {}
  }
}

/** Reads fields rather than the class: a bundler may have duplicated the SDK. The SDK's messages hold no secrets. */
function failureIn(error: unknown): Partial<CallRow> {
  const { kind, outcome, code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    [field: string]: unknown
  }
  return {
    errorKind: typeof kind === 'string' ? kind : 'unknown',
    ...(outcome === 'not-sent' || outcome === 'rejected' || outcome === 'unknown' ? { outcome } : {}),
    ...(typeof code === 'string' ? { code: storable(code.slice(0, 200)) } : {}),
    ...(typeof message === 'string' ? { message: maskSentence(message.slice(0, 1_000)) } : {}),
  }
}

/** Longer payloads are replaced by their length. Characters. */
const MAX_CHARACTERS = 8_000
const MAX_TEXT = 300

/** Card data is never logged, encrypted or not. */
const CARDS = new Set(['cardDetails', 'tokenDetails'])

/** A request or response for the log: shape, ids, amounts and states; no payer data, no card data, no payment links. */
export function loggablePayload(value: unknown): unknown {
  const text = JSON.stringify(maskMessage(value), (name, one: unknown) => {
    if (CARDS.has(name)) return '****'
    if (typeof one !== 'string') return one
    const open = /url$/i.test(name) ? one.replace(/\?.*$/s, '?****') : one
    return open.length > MAX_TEXT ? `${storable(open.slice(0, 40))}… (${open.length} characters)` : open
  })
  if (text === undefined) return undefined
  return text.length > MAX_CHARACTERS ? { leftOut: `${text.length} characters` } : JSON.parse(text)
}
