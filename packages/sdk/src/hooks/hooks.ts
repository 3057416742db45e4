import type { GallaError } from '../errors/galla-error.ts'
import type { OperationIds } from '../operations/operations.ts'

/** One attempt is about to be sent. Contains no body and no header, so it is safe to log. */
export interface HookRequestEvent extends OperationIds {
  /** The same in all events of one call; counts up within a client. */
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

/** A response to an attempt has arrived. */
export interface HookResponseEvent extends HookRequestEvent {
  /** HTTP status. */
  readonly httpStatus: number
  /** Duration of the attempt. Milliseconds. */
  readonly tookMs: number
  /** False when the response is an error; an error event follows. */
  readonly ok: boolean
}

/** An attempt failed. */
export interface HookErrorEvent extends OperationIds {
  /** The same in all events of one call. */
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

/** Telemetry was sent, could not be sent yet, or was dropped: refused by the provider, too often failed, or too much. */
export interface HookTelemetryEvent {
  /** The event. */
  readonly type: 'sent' | 'failed' | 'dropped'
  /** Number of events concerned. */
  readonly events: number
}

/**
 * Functions that observe a client. Their results are ignored, and so is what they throw.
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
