import { type FailureKind, GallaError } from '../errors/galla-error.ts'

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

/** What we need of a `fetch`: the global one fits, so does undici's, so does a sandbox's. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchReply>

export interface FetchInit {
  method: string
  headers: { [name: string]: string }
  body?: string
  redirect: 'manual'
  // biome-ignore lint/suspicious/noExplicitAny: an AbortSignal, which ES2022's own types do not name; every fetch's type must accept it.
  signal: any
}

export interface FetchReply {
  readonly status: number
  readonly statusText?: string
  readonly headers: { get(name: string): string | null }
  readonly body?: FetchBody | null
  text(): Promise<string>
}

interface FetchBody {
  getReader?(): FetchReader
  cancel?(): Promise<unknown>
}

interface FetchReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<unknown>
}

/** Takes a base address apart, once. Plain http is for this machine only: a secret does not cross a network in the clear. */
export function parseBase(address: string, field: string): Base {
  let url: {
    protocol: string
    hostname: string
    port: string
    host: string
    pathname: string
    search: string
    hash: string
    username: string
    password: string
  }
  try {
    url = new URL(address)
  } catch {
    throw wrong(field, 'is not an address; write it like https://api.example.com/apis/pg')
  }
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw wrong(field, 'must begin with https://')
  if (!secure && !isLoopback(url.hostname))
    throw wrong(field, 'must be https: plain http is accepted for this machine only')
  if (url.username || url.password || url.search || url.hash) throw wrong(field, 'must hold no user, query or fragment')
  const pathPrefix = url.pathname.replace(/\/+$/, '')
  return {
    href: `${url.protocol}//${url.host}${pathPrefix}`,
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 443 : 80),
    host: url.host,
    pathPrefix,
  }
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  )
}

function wrong(field: string, why: string): GallaError {
  return new GallaError({ kind: 'invalid-request', field, message: `${field} ${why}`, outcome: 'not-sent' })
}
