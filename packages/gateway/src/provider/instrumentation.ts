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
  ok?: unknown
  context?: unknown
}

/** HTTP calls of one method call. It is the `context` of that call. */
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

/** Finds the method call of this gateway that an event belongs to. */
type CallOf = (note: HookEvent) => ProviderCall | undefined

/** A diagnostics channel, and what listens to it. */
type Listener = readonly [name: string, listen: (note: unknown) => void]

/** Records a method of the client. */
type Recorded = <In, Out>(
  method: (input: In, options?: SendOptions) => Promise<Out>,
  isUnknownId?: (error: unknown) => boolean,
) => (input: In, options?: SendOptions) => Promise<Out>

/**
 * Records the client's calls from its `galla:*` diagnostics channels. The channels are process-wide; the `context` of a call
 * tells whether this gateway made it. An AsyncLocalStorage would tell it too, and until Node 22 cost every promise of the process.
 * @param onCall gets each call, and a function that masks its payloads: nobody waits for that
 */
export function instrumentProvider(
  provider: ProviderPort,
  nowMs: () => number,
  onCall: (call: CallRow, payloads: () => CallPayloads) => void,
  observer: Hooks = {},
): InstrumentedProvider {
  const ours = new WeakSet<object>()
  const callOf: CallOf = ({ context }) =>
    typeof context === 'object' && context !== null && ours.has(context) ? (context as ProviderCall) : undefined
  const counts = { sent: 0, failed: 0, dropped: 0 }
  const listeners = [
    ...recordingListeners(callOf, nowMs),
    ['galla:telemetry', countTelemetry(counts)] as const,
    ...observingListeners(callOf, observer),
  ]
  for (const [name, listen] of listeners) channel(name).subscribe(listen)

  const recorded: Recorded = (method, isUnknownId) => async (input, options) => {
    const providerCall: ProviderCall = { calls: new Map(), done: [] }
    ours.add(providerCall)
    let response: Awaited<ReturnType<typeof method>> | undefined
    try {
      response = await method(input, { ...options, context: providerCall })
      return response
    } catch (error) {
      if (isUnknownId && isAnsweredUnknown(error, isUnknownId)) markNotFound(providerCall.done)
      throw error
    } finally {
      for (const call of providerCall.done) onCall(call, () => (namesNoRecord(call) ? {} : payloadsOf(input, response)))
    }
  }
  return {
    provider: recordedProvider(provider, recorded),
    telemetry: () => ({ ...counts }),
    stop() {
      for (const [name, listen] of listeners) channel(name).unsubscribe(listen)
    },
  }
}

/** Listeners that write the rows of this gateway's calls. */
function recordingListeners(callOf: CallOf, nowMs: () => number): Listener[] {
  const end = (note: HookEvent): void => {
    const providerCall = callOf(note)
    const call = providerCall?.calls.get(note.callId)
    providerCall?.calls.delete(note.callId)
    if (call) providerCall?.done.push(call)
  }
  const on: { readonly [name: string]: (note: HookEvent) => void } = {
    'galla:request': (note) => {
      const calls = callOf(note)?.calls
      calls?.set(note.callId, startedRow(note, calls.get(note.callId)?.atMs ?? nowMs()))
    },
    'galla:response': (note) => {
      const call = callOf(note)?.calls.get(note.callId)
      if (!call) return
      if (typeof note.httpStatus === 'number') call.httpStatus = note.httpStatus
      if (typeof note.tookMs === 'number') call.tookMs = Math.round(note.tookMs)
      if (note.ok === true) end(note)
    },
    'galla:error': (note) => {
      const call = callOf(note)?.calls.get(note.callId)
      if (!call || note.willRetry === true) return
      Object.assign(call, failureIn(note.error))
      end(note)
    },
  }
  return Object.entries(on).map(([name, listen]) => [name, (note) => listen(note as HookEvent)] as const)
}

function startedRow(note: HookEvent, atMs: number): CallRow {
  const { endpoint, method, path, attempt, merchantOrderId, merchantRefundId } = note
  return {
    atMs,
    endpoint: String(endpoint),
    method: method === 'GET' ? 'GET' : 'POST',
    path: String(path),
    attempts: typeof attempt === 'number' ? attempt : 1,
    ...(typeof merchantOrderId === 'string' ? { merchantOrderId } : {}),
    ...(typeof merchantRefundId === 'string' ? { merchantRefundId } : {}),
  }
}

const countTelemetry = (counts: { sent: number; failed: number; dropped: number }) => (note: unknown) => {
  const { type, events } = note as { type?: unknown; events?: unknown }
  const name = type === 'sent' || type === 'failed' ? type : 'dropped'
  counts[name] += typeof events === 'number' ? events : 0
}

/** Listeners that pass the events of this gateway's calls on to hooks. What a listener of a channel throws would end the process. */
function observingListeners(callOf: CallOf, observer: Hooks): Listener[] {
  const names = (['request', 'response', 'error'] as const).filter((name) => observer[name])
  return names.map((name) => [
    `galla:${name}`,
    (note) => {
      if (!callOf(note as HookEvent)) return
      try {
        observer[name]?.(note as never)
      } catch {}
    },
  ])
}

function recordedProvider(provider: ProviderPort, recorded: Recorded): ProviderPort {
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
    standardCheckout: {
      pay: recorded((order, options) => standard.pay(order, options)),
      createSdkOrder: recorded((order, options) => standard.createSdkOrder(order, options)),
      getOrderStatus: recorded((which, options) => standard.getOrderStatus(which, options), isUnknownOrder),
    },
    customCheckout: {
      pay: recorded((order, options) => custom.pay(order, options)),
      createSdkOrder: recorded((order, options) => custom.createSdkOrder(order, options)),
      getOrderStatus: recorded((which, options) => custom.getOrderStatus(which, options), isUnknownOrder),
    },
    links: {
      create: recorded((link, options) => links.create(link, options)),
      getStatus: recorded((which, options) => links.getStatus(which, options), isUnknownOrder),
      notify: recorded((which, options) => links.notify(which, options)),
      cancel: recorded((which, options) => links.cancel(which, options)),
    },
    refunds: {
      create: recorded((refund, options) => refunds.create(refund, options)),
      getStatus: recorded((which, options) => refunds.getStatus(which, options), isUnknownRefund),
    },
    ...(settlements && {
      settlements: {
        list: recorded((period, options) => settlements.list(period, options)),
        get: recorded((which, options) => settlements.get(which, options)),
      },
    }),
    ...(subscriptions && {
      subscriptions: {
        setup: recorded((setup, options) => subscriptions.setup(setup, options)),
        notify: recorded((notice, options) => subscriptions.notify(notice, options)),
        redeem: recorded((which, options) => subscriptions.redeem(which, options)),
        getStatus: recorded((which, options) => subscriptions.getStatus(which, options), isUnknownMandateError),
        cancel: recorded((which, options) => subscriptions.cancel(which, options)),
        getOrderStatus: recorded((which, options) => subscriptions.getOrderStatus(which, options), isUnknownOrder),
      },
    }),
    callbacks,
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
    if (namesNoRecord(call) || call.errorKind === undefined) continue
    delete call.errorKind
    call.outcome = 'not-found'
  }
}

/** True for a call about no order or refund, such as a list of settlements: the log keeps no payloads of such a call. */
const namesNoRecord = ({ merchantOrderId, merchantRefundId }: CallRow) =>
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
