import type { GallaError } from '../errors/galla-error.ts'
import type { OperationIds } from '../operations/operations.ts'

/** The event before an attempt is sent. Safe to log: has no body and no header. */
export interface HookRequestEvent extends OperationIds {
  /** Number of the call in its client, the same in all events of the call. */
  readonly callId: number
  /** Name of the endpoint, such as `standardPay`; `raw` for `galla.request()`. */
  readonly endpoint: string
  /** HTTP method. */
  readonly method: 'GET' | 'POST'
  /** Path and query, relative to the host. */
  readonly path: string
  /** Number of the attempt, from 1. */
  readonly attempt: number
  /** The option `context` of the call. */
  readonly context?: unknown
}

/** The event after a response to an attempt. */
export interface HookResponseEvent extends HookRequestEvent {
  /** HTTP status. */
  readonly httpStatus: number
  /** Duration of the attempt. Milliseconds. */
  readonly tookMs: number
  /** False when the response is an error. An error event follows. */
  readonly ok: boolean
}

/** The event after a failed attempt. */
export interface HookErrorEvent extends OperationIds {
  /** Number of the call, as in the other events. */
  readonly callId: number
  /** Name of the endpoint. */
  readonly endpoint: string
  /** The failure. */
  readonly error: GallaError
  /** True when another attempt follows. */
  readonly willRetry: boolean
  /** The option `context` of the call. */
  readonly context?: unknown
}

/** The event after a batch of telemetry. Dropped batches were refused, failed too often or did not fit into memory. */
export interface HookTelemetryEvent {
  /** The result of the batch. */
  readonly type: 'sent' | 'failed' | 'dropped'
  /** Number of telemetry events. */
  readonly events: number
}

/**
 * Functions that a client calls. The client ignores their results and errors.
 * @example new Galla({ …, hooks: { error: ({ endpoint, error }) => logger.warn({ endpoint, error }) } })
 */
export interface Hooks {
  /** Before each attempt. */
  request?: ((event: HookRequestEvent) => void) | undefined
  /** After each response. */
  response?: ((event: HookResponseEvent) => void) | undefined
  /** After each failed attempt. */
  error?: ((event: HookErrorEvent) => void) | undefined
  /** After each batch of telemetry. */
  telemetry?: ((event: HookTelemetryEvent) => void) | undefined
}
