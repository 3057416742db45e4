import type { Call } from '../calls/call.ts'
import { durationField, invalid } from '../checks/fields.ts'
import type { CallOptions, Signal } from '../config.ts'
import { secretsIn } from '../errors/mask.ts'
import { type RetryPolicy, retryPolicy, type Settings } from '../settings.ts'
import { withHeaders } from './headers.ts'

/** A call made ready to be sent: what all its attempts share, worked out once. */
export interface Prepared {
  readonly call: Call
  readonly headers: readonly string[]
  /** Serialised once; every attempt sends the same bytes. */
  readonly body: string | undefined
  readonly readOnly: boolean
  readonly policy: RetryPolicy
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly signal: Signal | undefined
}

export function prepare(
  call: Call,
  options: CallOptions | undefined,
  settings: Settings,
  common: readonly string[],
): Prepared {
  return {
    call,
    headers: withHeaders(withHeaders(common, call.headers), options?.headers),
    body: call.body === undefined ? undefined : written(call.body),
    readOnly: call.method === 'GET' || call.endpoint === 'validateUpi',
    policy: options?.retry === undefined ? settings.retry : retryPolicy(options.retry),
    timeoutMs: durationField(options?.timeoutMs, 'timeoutMs') ?? settings.timeoutMs,
    attemptTimeoutMs: durationField(options?.attemptTimeoutMs, 'attemptTimeoutMs') ?? settings.attemptTimeoutMs,
    signal: signalField(options?.signal),
  }
}

/** Checked before anything starts: a signal that cannot be listened to would break the call in its middle. `null` is none, as in fetch. */
function signalField(signal: unknown): Signal | undefined {
  if (signal === undefined || signal === null) return undefined
  const { addEventListener, removeEventListener } = signal as Partial<Signal>
  if (typeof addEventListener === 'function' && typeof removeEventListener === 'function') return signal as Signal
  throw invalid('signal', 'must be an AbortSignal')
}

function written(body: object): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw invalid('body', 'cannot be written as JSON: it holds a bigint, or itself')
  }
}

/** Everything that was sent in secret with this call, for masking what comes back. */
export function secretsOf(call: Call, settings: Settings, authorization: string): string[] {
  const token = authorization.slice(authorization.indexOf(' ') + 1)
  return [settings.clientSecret, authorization, token, ...secretsIn(call.body)]
}
