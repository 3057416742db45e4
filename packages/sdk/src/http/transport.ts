import { namesHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import type { FailureKind } from '../errors/galla-error.ts'
import { invalidRequest } from '../validation/fields.ts'

/** A host's base URL in its parts, such as `http://127.0.0.1:4000/apis/pg`. */
export interface BaseUrl {
  /** The URL without a trailing slash. */
  readonly href: string
  /** True for https. */
  readonly secure: boolean
  /** Host name, without the brackets of an IPv6 address. */
  readonly hostname: string
  /** Port; 443 or 80 if the URL has no port. */
  readonly port: number
  /** Host name and port, as in the Host header. */
  readonly host: string
  /** Path without a trailing slash. */
  readonly pathPrefix: string
}

/** One HTTP request. */
export interface HttpRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST'
  /** Base URL of the host. */
  readonly baseUrl: BaseUrl
  /** Path and query, relative to the base URL. */
  readonly path: string
  /** Headers as a flat list: name, value, name, value. */
  readonly headers: readonly string[]
  /** Body as UTF-8 text. */
  readonly body?: string | undefined
  /** True when the request must not keep the process alive. */
  readonly background?: boolean | undefined
}

/** A complete HTTP response. */
export interface HttpResponse {
  /** HTTP status. */
  readonly status: number
  /** Reason phrase; empty if the transport has no phrase. */
  readonly statusText: string
  /** The decoded body. */
  readonly text: string
  /** A header by its lower-case name. */
  header(name: string): string | undefined
}

/** The failure of an exchange without a response. */
export interface TransportFailure {
  /** `invalid-response` when the server did not speak HTTP or the body is incomplete. */
  readonly kind: FailureKind
  /** True when bytes of the request may have left. */
  readonly sent: boolean
  /** A short reason, such as a socket's error code. */
  readonly detail?: string | undefined
  /** HTTP status, if a response began to arrive. */
  readonly status?: number | undefined
  /** The underlying error. */
  readonly cause?: unknown
}

/**
 * Sends HTTP requests. Each exchange calls its listener exactly once, unless cancelled.
 * Listeners take less time than promises.
 */
export interface Transport {
  /** Starts one exchange. */
  exchange(request: HttpRequest, listener: ExchangeListener): Exchange
  /** Closes idle connections. */
  close(): void
}

/** Receives the result of one exchange. */
export interface ResultListener {
  /** The whole response has arrived. */
  onResponse(response: HttpResponse): void
  /** No response will arrive. */
  onFailure(failure: TransportFailure): void
}

/** Functions that an exchange calls while it runs. */
export interface ExchangeListener extends ResultListener {
  /**
   * True when the time limit has passed. Call this function when a connection exists, before you write anything. A process that was
   * paused must not send a request that another process may have repeated.
   */
  isLate(): boolean
}

/** A request that is late is not sent. */
export const LATE: TransportFailure = { kind: 'timeout', sent: false }

/** An exchange in progress. */
export interface Exchange {
  /** Abandons the exchange; the listener is not called afterwards. */
  cancel(): {
    /** True when bytes of the request may have left. */
    sent: boolean
  }
}

/**
 * Idle connections close before common servers close them (5 s): a reset on reuse would leave a payment in doubt. Milliseconds.
 */
export const IDLE_TIMEOUT_MS = 4_000

/** True for what is idle for longer by the clock of the wall: the timer that closes it does not run while the process is suspended. */
export const isStale = (idleSinceMs: number): boolean => Math.abs(Date.now() - idleSinceMs) >= IDLE_TIMEOUT_MS

/** Responses of the API are far smaller. Bytes. */
export const MAX_RESPONSE_BYTES: number = 4 * 1024 * 1024

interface ErrorLike {
  readonly code?: unknown
  readonly name?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/** Depth to which an injected `fetch` may wrap the error of its socket. */
const MAX_CAUSES = 10

/** An error, the one it wraps, and so on; of several errors at once the first. */
function causesOf(error: unknown): ErrorLike[] {
  const found: ErrorLike[] = []
  for (let at = error; typeof at === 'object' && at !== null && found.length < MAX_CAUSES; ) {
    const one = at as ErrorLike
    found.push(one)
    at = one.cause ?? (Array.isArray(one.errors) ? one.errors[0] : undefined)
  }
  return found
}

/** The innermost code of an error, such as `ECONNREFUSED`: outer ones only say that a fetch failed. */
export function errorCodeOf(error: unknown): string | undefined {
  const codes = causesOf(error).map(({ code }) => code)
  return codes.reverse().find((code): code is string => typeof code === 'string')
}

/** Parser errors mean that the response is not HTTP: Node marks them by code, undici by name. */
export function failureKindOf(cause: unknown): 'network' | 'invalid-response' {
  const malformed = causesOf(cause).some(
    ({ code, name }) => String(code).startsWith('HPE_') || name === 'HTTPParserError',
  )
  return malformed ? 'invalid-response' : 'network'
}

/** The body claims a compression that it does not have, or is larger than the limit. */
export function notDecoded(status: number, cause: Error | undefined): TransportFailure {
  return { kind: 'invalid-response', sent: true, status, detail: 'the body cannot be decompressed', cause }
}

export function responseTooLarge(status: number): TransportFailure {
  return { kind: 'invalid-response', sent: true, status, detail: `it is larger than ${MAX_RESPONSE_BYTES} bytes` }
}

/**
 * Parses a base URL. Plain http is accepted on loopback, and for the hosts of `withoutTls`: the client secret must not cross a network
 * unencrypted.
 */
export function parseBaseUrl(text: string, field: string, withoutTls: readonly string[] = []): BaseUrl {
  let url: { [part in UrlPart]: string }
  try {
    url = new URL(text)
  } catch {
    throw invalidRequest(field, 'is not a URL; write it like https://api.example.com/apis/pg')
  }
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') throw invalidRequest(field, 'must begin with https://')
  if (!secure && !isLoopback(url.hostname) && !namesHost(withoutTls, url.hostname)) {
    const way = wayWithoutTls(url.hostname, 'hostsWithoutTls')
    throw invalidRequest(field, `must be https: plain http is accepted on this machine only. ${way}`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw invalidRequest(field, 'must not contain a user, query or fragment')
  }
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

type UrlPart = 'protocol' | 'hostname' | 'port' | 'host' | 'pathname' | 'search' | 'hash' | 'username' | 'password'

/** Names below `.localhost` do not count: a resolver may send them elsewhere. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
