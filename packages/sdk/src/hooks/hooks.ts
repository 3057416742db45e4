import type { GallaError } from '../errors/galla-error.ts'
import type { CallIds } from '../operations/operations.ts'

/** One attempt of one call. Holds no body and no header, so that nothing secret can be written down from it. */
export interface HookRequestEvent extends CallIds {
  /** The same in all notes of one call; counts up within a client. */
  readonly callId: number
  readonly endpoint: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
}

export interface HookResponseEvent extends HookRequestEvent {
  readonly httpStatus: number
  readonly tookMs: number
  /** False when the attempt failed all the same: an error note follows. */
  readonly ok: boolean
}

export interface HookErrorEvent extends CallIds {
  readonly callId: number
  readonly endpoint: string
  readonly error: GallaError
  readonly willRetry: boolean
}

export type HookTelemetryEvent =
  | { readonly type: 'sent' | 'failed'; readonly events: number }
  | { readonly type: 'dropped'; readonly events: number }

/** Watch the client at work. Observe only: what a hook returns is ignored, what it throws is swallowed. */
export interface Hooks {
  request?: ((note: HookRequestEvent) => void) | undefined
  response?: ((note: HookResponseEvent) => void) | undefined
  error?: ((note: HookErrorEvent) => void) | undefined
  telemetry?: ((note: HookTelemetryEvent) => void) | undefined
}

export type HookName = keyof Hooks
