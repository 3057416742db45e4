import type { GallaError } from '../errors/galla-error.ts'
import type { Call } from '../operations/operations.ts'
import { builtin } from '../runtime.ts'
import type { HookName, HookResponseEvent, Hooks, HookTelemetryEvent } from './hooks.ts'

/** Who looks on while calls are made: hooks, diagnostics channels, telemetry. */
export interface Watch {
  /** False while nobody listens; the notes of single attempts are then not even made. */
  readonly active: boolean
  request(call: Call, attempt: number): void
  response(call: Call, attempt: number, answer: Pick<HookResponseEvent, 'httpStatus' | 'tookMs' | 'ok'>): void
  error(call: Call, error: GallaError, willRetry: boolean): void
  telemetry(note: HookTelemetryEvent): void
  /** Once a call, whatever its end. */
  settled(call: Call, error: GallaError | undefined): void
}

export function createWatch(hooks: Hooks = {}, settled: Watch['settled'] = () => {}): Watch {
  const channels = openChannels()
  const { request, response, error } = hooks
  const hooked = Boolean(request ?? response ?? error)

  const tell = (name: HookName, note: object) => {
    try {
      const returned = (hooks[name] as ((note: object) => unknown) | undefined)?.(note)
      if (returned instanceof Promise) returned.catch(() => {})
    } catch {
      // A hook watches; what breaks in it, now or later, must not break a payment.
    }
    if (channels[name].hasSubscribers) channels[name].publish(note)
  }
  const numbers = new WeakMap<Call, number>()
  let last = 0
  const callId = (call: Call): number => {
    const known = numbers.get(call)
    if (known !== undefined) return known
    last += 1
    numbers.set(call, last)
    return last
  }
  const about = (call: Call, attempt: number) => {
    const { endpoint, method, path, ids } = call
    return { callId: callId(call), endpoint, method, path, attempt, ...ids }
  }

  return {
    get active() {
      return (
        hooked || channels.request.hasSubscribers || channels.response.hasSubscribers || channels.error.hasSubscribers
      )
    },
    request: (call, attempt) => tell('request', about(call, attempt)),
    response: (call, attempt, answer) => tell('response', { ...about(call, attempt), ...answer }),
    error: (call, error, willRetry) =>
      tell('error', { callId: callId(call), endpoint: call.endpoint, ...call.ids, error, willRetry }),
    telemetry: (note) => tell('telemetry', note),
    settled,
  }
}

interface Channel {
  readonly hasSubscribers: boolean
  publish(message: unknown): void
}

const NEVER: Channel = { hasSubscribers: false, publish() {} }

/** `diagnostics_channel`s named `galla:request`, `galla:response`, `galla:error`, `galla:telemetry`, where the runtime has them. */
export function openChannels(): { readonly [Name in HookName]: Channel } {
  const diagnostics = builtin<{ channel(name: string): Channel }>('node:diagnostics_channel')
  const open = (name: HookName) => diagnostics?.channel(`galla:${name}`) ?? NEVER
  return { request: open('request'), response: open('response'), error: open('error'), telemetry: open('telemetry') }
}
