import type { FailureKind } from '../errors/galla-error.ts'

/** One of the provider's bases, taken apart once: `http://127.0.0.1:4000/apis/pg`. */
export interface Base {
  readonly href: string
  readonly secure: boolean
  readonly hostname: string
  readonly port: number
  /** With port, as the Host header says it. */
  readonly host: string
  readonly pathPrefix: string
}

export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly base: Base
  /** Path and query, relative to the base. */
  readonly path: string
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  readonly body?: string | undefined
  /** Must not keep the process alive. */
  readonly background?: boolean | undefined
}

export interface WireReply {
  readonly status: number
  readonly statusText: string
  readonly text: string
  header(name: string): string | undefined
}

/** Why there is no reply, and whether bytes of the request may have left. */
export interface TransportFailure {
  readonly kind: FailureKind
  readonly sent: boolean
  readonly detail?: string | undefined
  readonly status?: number | undefined
  readonly cause?: unknown
}

/**
 * The narrow way to the network: one exchange, told to one listener, exactly once.
 * Callbacks instead of promises and signals: they cost nothing, and a call has enough promises above this.
 */
export interface Transport {
  exchange(request: WireRequest, listener: ExchangeListener): Exchange
  /** Closes idle connections; the client is done. */
  close(): void
}

export interface ExchangeListener {
  reply(reply: WireReply): void
  failure(failure: TransportFailure): void
}

export interface Exchange {
  /** Gives up. Says whether bytes may have left; the listener hears nothing more. */
  cancel(): { sent: boolean }
}

/** A body beyond this is no order status. Bytes. */
export const MAX_REPLY_BYTES: number = 4 * 1024 * 1024

/** `invalid-response` when what came back was no HTTP: Node's parser says so by its codes, undici's by its name. */
export function kindOfCause(cause: unknown): 'network' | 'invalid-response' {
  const { code, name } = cause as { code?: unknown; name?: unknown }
  const unparsable = String(code).startsWith('HPE_') || name === 'HTTPParserError'
  return unparsable ? 'invalid-response' : 'network'
}

export function tooLarge(status: number): TransportFailure {
  return { kind: 'invalid-response', sent: true, status, detail: `it is larger than ${MAX_REPLY_BYTES} bytes` }
}
