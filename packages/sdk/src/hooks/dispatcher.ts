import type { GallaError } from '../errors/galla-error.ts'
import type { Operation } from '../operations/operations.ts'
import { builtin } from '../runtime.ts'
import type { HookResponseEvent, Hooks, HookTelemetryEvent } from './hooks.ts'

/** Reports calls to hooks, diagnostics channels and telemetry. */
export interface HookDispatcher {
  /** False without hooks and subscribers: the events of attempts are then not created. */
  readonly active: boolean
  request(operation: Operation, attempt: number): void
  response(operation: Operation, attempt: number, result: Pick<HookResponseEvent, 'httpStatus' | 'tookMs' | 'ok'>): void
  error(operation: Operation, error: GallaError, willRetry: boolean): void
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
  const callIds = new WeakMap<Operation, number>()
  let lastCallId = 0
  const callIdOf = (operation: Operation): number => {
    const known = callIds.get(operation)
    if (known !== undefined) return known
    lastCallId += 1
    callIds.set(operation, lastCallId)
    return lastCallId
  }
  const describe = (operation: Operation, attempt: number) => {
    const { endpoint, method, path, ids } = operation
    return { callId: callIdOf(operation), endpoint, method, path, attempt, ...ids }
  }

  return {
    get active() {
      return (
        hasHooks || channels.request.hasSubscribers || channels.response.hasSubscribers || channels.error.hasSubscribers
      )
    },
    request: (operation, attempt) => emit('request', describe(operation, attempt)),
    response: (operation, attempt, result) => emit('response', { ...describe(operation, attempt), ...result }),
    error: (operation, error, willRetry) => {
      const { endpoint, ids } = operation
      emit('error', { callId: callIdOf(operation), endpoint, ...ids, error, willRetry })
    },
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
