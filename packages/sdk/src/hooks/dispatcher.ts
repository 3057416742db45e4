import type { GallaError } from '../errors/galla-error.ts'
import type { Operation } from '../operations/operations.ts'
import { builtin } from '../runtime.ts'
import type { HookResponseEvent, Hooks, HookTelemetryEvent } from './hooks.ts'

/** One call: its operation, and the caller's `context`. */
export interface ObservedCall {
  readonly operation: Operation
  readonly context: unknown
}

/** Reports calls to hooks, diagnostics channels and telemetry. */
export interface HookDispatcher {
  /** False without hooks and subscribers: the events of attempts are then not created. */
  readonly active: boolean
  request(call: ObservedCall, attempt: number): void
  response(call: ObservedCall, attempt: number, result: Pick<HookResponseEvent, 'httpStatus' | 'tookMs' | 'ok'>): void
  error(call: ObservedCall, error: GallaError, willRetry: boolean): void
  telemetry(event: HookTelemetryEvent): void
  /** Once per call, after success or failure. */
  finished(operation: Operation, error: GallaError | undefined): void
}

export function createHookDispatcher(hooks: Hooks, finished: HookDispatcher['finished']): HookDispatcher {
  const channels = openChannels()
  const { request, response, error } = hooks
  const hasHooks = Boolean(request ?? response ?? error)

  const emit = (name: keyof Hooks, event: object) => {
    try {
      const returned = (hooks[name] as ((event: object) => unknown) | undefined)?.(event)
      if (returned !== undefined) void settled(returned)
    } catch {
      // An error in a hook must not break a payment.
    }
    if (channels[name].hasSubscribers) channels[name].publish(event)
  }
  const callIds = new WeakMap<ObservedCall, number>()
  let lastCallId = 0
  const callIdOf = (call: ObservedCall): number => {
    const id = callIds.get(call) ?? ++lastCallId
    callIds.set(call, id)
    return id
  }
  const describe = (call: ObservedCall) => {
    const { endpoint, ids } = call.operation
    return { callId: callIdOf(call), endpoint, ...ids, context: call.context }
  }
  const describeAttempt = (call: ObservedCall, attempt: number) => {
    const { method, path } = call.operation
    return { ...describe(call), method, path, attempt }
  }

  return {
    get active() {
      return (
        hasHooks || channels.request.hasSubscribers || channels.response.hasSubscribers || channels.error.hasSubscribers
      )
    },
    request: (call, attempt) => emit('request', describeAttempt(call, attempt)),
    response: (call, attempt, result) => emit('response', { ...describeAttempt(call, attempt), ...result }),
    error: (call, error, willRetry) => emit('error', { ...describe(call), error, willRetry }),
    telemetry: (event) => emit('telemetry', event),
    finished,
  }
}

/** Waits for what a hook returned, also for a promise of another realm: a rejection that nobody waits for ends the process. */
async function settled(returned: unknown): Promise<void> {
  try {
    await returned
  } catch {
    // An error in a hook must not break a payment.
  }
}

interface Channel {
  readonly hasSubscribers: boolean
  publish(message: unknown): void
}

/** The `diagnostics_channel`s `galla:request`, `galla:response`, `galla:error` and `galla:telemetry`, where the runtime has them. */
function openChannels(): { readonly [Name in keyof Hooks]-?: Channel } {
  const diagnostics = builtin<{ channel(name: string): Channel }>('node:diagnostics_channel')
  const open = (name: keyof Hooks): Channel =>
    diagnostics?.channel(`galla:${name}`) ?? { hasSubscribers: false, publish() {} }
  return { request: open('request'), response: open('response'), error: open('error'), telemetry: open('telemetry') }
}
