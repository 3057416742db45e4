import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answers. Clients send the next one after the answer; a browser opens six connections. */
const MAX_PIPELINED = 16

/** Counts the requests of each connection that are not answered yet: all of their answers are in memory at the same time. */
export function pipelineLimit(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const open = new WeakMap<Socket, number>()
  return ({ socket }, outgoing) => {
    const count = (open.get(socket) ?? 0) + 1
    if (count > MAX_PIPELINED) {
      socket.destroy()
      return false
    }
    open.set(socket, count)
    outgoing.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    return true
  }
}

/**
 * `/payments/../admin`: a proxy that opens `/payments` only takes it for that, and a URL parser for `/admin`. `/admin/..%2fpayments`: nginx
 * decodes the slash before it compares, and passes it on as it was sent. A URL parser takes a backslash for a slash.
 */
const DOT_SEGMENT = /^[^?#]*(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\?#]|%2f|%5c|$)/i

/** `http://user:password@host/`: the Fetch standard forbids a request of such a URL. */
const CREDENTIALS = /^https?:\/\/[^/?#]*@/i

/** `http:///payments/admin`: a proxy may read the path after the empty host, and a URL parser takes `payments` for the host. */
const EMPTY_HOST = /^https?:(?!\/\/[^/\\?#])/i

/** A target that is neither a path nor the URL of one, as `*` of OPTIONS. The server's request listener answers it without reading its body. */
const isUnreadable = (target: string): boolean => target !== '' && !target.startsWith('/') && !isUrl(target)

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** True when a request target cannot be answered, or could be read in two ways. No client of Galla sends such a target. */
export const isBadTarget = (target: string): boolean =>
  [DOT_SEGMENT, CREDENTIALS, EMPTY_HOST].some((bad) => bad.test(target)) || isUnreadable(target)

/** The parts of a request that name its host. */
export interface HostParts {
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  /** Names and values in turns. Node keeps the first of several `Host` headers in `headers`. */
  readonly rawHeaders: readonly string[]
}

/** Every host that a request names: in a target with an origin, in `:authority` of HTTP/2, in each `Host`. */
function hostsOf({ url = '', headers, rawHeaders }: HostParts): readonly string[] {
  const target = isUrl(url) ? [new URL(url).host] : []
  const authority = headers[':authority']
  const inHeaders = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
  return [...target, ...(typeof authority === 'string' ? [authority] : []), ...inHeaders]
}

/** True when no URL can have this host, as `1.1.1.256`: reading the URL of its request throws. */
export const isBadHost = (host: string): boolean => !URL.canParse(`http://${host}`)

/** Host and port as a URL has them: `http://LOCALHOST:80` names the host of `localhost`. */
const sameForm = (host: string): string => new URL(`http://${host}`).host

/** Headers that Node passes on where the server does not say. Node leaves out what comes after them, without a word. */
const DEFAULT_MAX_HEADERS = 1_000

/** A request, with the socket, which knows the server. */
export interface ReceivedHeaders extends Pick<HostParts, 'rawHeaders'> {
  readonly socket?: object
}

/** Returns whether headers of a request may be missing: a second `Host`, or what a proxy has added at the end. */
export function isCutOff({ rawHeaders, socket }: ReceivedHeaders): boolean {
  const { server }: { server?: { maxHeadersCount?: number | null } } = socket ?? {}
  const most = server?.maxHeadersCount ?? DEFAULT_MAX_HEADERS
  return most > 0 && rawHeaders.length >= 2 * most
}

/**
 * True when no URL can have the host of a request, or when the request names two hosts. A proxy may check one host while the server behind
 * the proxy uses the other. Two `Host` headers are refused, whatever their values.
 */
export function hasBadHost(request: HostParts): boolean {
  const hosts = hostsOf(request)
  if (hosts.some(isBadHost)) return true
  const headers = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  return headers.length > 1 || new Set(hosts.map(sameForm)).size > 1
}
