import type * as Http from 'node:http'
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type * as Https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { isProviderHost } from './provider-host.ts'

/** The redirected parts of one process. Tests pass their own. */
export interface RedirectedProcess {
  /** The object that carries `fetch`. */
  readonly globals: { fetch: typeof fetch }
  readonly http: Pick<typeof Http, 'request' | 'get'>
  readonly https: Pick<typeof Https, 'request' | 'get'>
  /** Makes `import { request } from 'node:https'` see the changed functions. */
  readonly syncModules: () => void
  /** Called once for each host, with its origin. */
  readonly onHost: (origin: string) => void
}

/** The sandbox's URL for a URL of the provider; undefined for every other URL. */
export function sandboxUrlFor(url: URL, sandbox: URL): URL | undefined {
  const isProvider = isProviderHost(url.hostname) && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isProvider) return undefined
  // Resolved against the sandbox, a path that begins with // would name another host.
  const target = new URL(sandbox)
  target.pathname = url.pathname
  target.search = url.search
  return target
}

/** Sends the requests of a process to the provider's hosts to a sandbox instead: `fetch`, `http` and `https`. */
export function installRedirect(sandbox: URL, parts: RedirectedProcess): void {
  const seen = new Set<string>()
  const targetOf = (url: URL): URL | undefined => {
    const target = sandboxUrlFor(url, sandbox)
    if (target && !seen.has(url.origin)) {
      seen.add(url.origin)
      parts.onHost(url.origin)
    }
    return target
  }
  redirectFetch(parts.globals, targetOf)
  redirectModules(parts, targetOf)
  parts.syncModules()
}

type TargetOf = (url: URL) => URL | undefined

function redirectFetch(globals: RedirectedProcess['globals'], targetOf: TargetOf): void {
  const original = globals.fetch
  globals.fetch = async (input, init) => {
    const text = input instanceof Request ? input.url : String(input)
    const target = URL.canParse(text) ? targetOf(new URL(text)) : undefined
    if (!target) return original(input, init)
    if (!(input instanceof Request)) return original(target, init)
    // A body that is a stream can be passed on once, and only half duplex.
    return original(new Request(target, withStream(input)), init)
  }
}

/** The request as an init, with its body as a stream. */
function withStream(request: Request): RequestInit {
  const { method, headers, body, redirect, signal } = request
  return { method, headers, redirect, signal, ...(body ? { body, duplex: 'half' } : {}) } as RequestInit
}

type Listener = (response: IncomingMessage) => void
type Send = (options: RequestOptions, listener?: Listener) => ClientRequest
/** The overloads of `http.request`, as one list. */
type Arguments = readonly [URL | string | RequestOptions, (RequestOptions | Listener)?, Listener?]

function redirectModules({ http, https }: RedirectedProcess, targetOf: TargetOf): void {
  const send = http.request as Send
  for (const [module, protocol] of [
    [http, 'http:'],
    [https, 'https:'],
  ] as const) {
    const original = module.request as (...args: unknown[]) => ClientRequest
    const request = (...args: unknown[]): ClientRequest => {
      const { options, listener } = normalize(args as unknown as Arguments)
      const target = targetOf(urlOf(options, protocol) ?? new URL('about:blank'))
      return target ? send(optionsFor(options, target), listener) : original(...args)
    }
    const get = (...args: unknown[]): ClientRequest => {
      const outgoing = request(...args)
      outgoing.end()
      return outgoing
    }
    Object.assign(module, { request, get })
  }
}

function normalize([first, second, third]: Arguments): { options: RequestOptions; listener: Listener | undefined } {
  const hasUrl = typeof first === 'string' || isUrl(first)
  const fromUrl = hasUrl ? urlToHttpOptions(new URL(first)) : {}
  const given = hasUrl ? second : first
  const options = { ...fromUrl, ...(typeof given === 'object' ? given : {}) } as RequestOptions
  const listener = [second, third].find((one) => typeof one === 'function') as Listener | undefined
  return { options, listener }
}

/** By its marks, as Node does: a test environment may have a class of its own. */
const isUrl = (first: URL | RequestOptions): first is URL =>
  'href' in first && 'protocol' in first && !('path' in first || 'auth' in first)

/** The URL that the options stand for. A client behind a proxy writes the whole URL as the path. */
function urlOf(options: RequestOptions, defaultProtocol: string): URL | undefined {
  const { protocol, hostname, host, path } = options
  const text = /^https?:\/\//i.test(path ?? '')
    ? path
    : `${protocol ?? defaultProtocol}//${(hostname ?? host ?? '').replace(/:\d+$/, '')}${path ?? '/'}`
  return text !== null && text !== undefined && URL.canParse(text) ? new URL(text) : undefined
}

/** Options that belong to the connection to the real host. */
const CONNECTION = ['host', 'hostname', 'port', 'path', 'protocol', 'agent', 'agents', 'createConnection', 'socketPath']
const TLS = [
  'servername',
  'ca',
  'cert',
  'key',
  'pfx',
  'lookup',
  'family',
  'localAddress',
  'defaultPort',
  '_defaultAgent',
]

function optionsFor(options: RequestOptions, target: URL): RequestOptions {
  const kept = Object.entries(options).filter(([name]) => !CONNECTION.includes(name) && !TLS.includes(name))
  const agent = options.agent as Agent | boolean | undefined
  return {
    ...Object.fromEntries(kept),
    ...urlToHttpOptions(target),
    headers: headersFor(options.headers, target),
    // An agent for https cannot open this connection; "no agent" is a wish of its own.
    ...(agent === false ? { agent } : {}),
  } as RequestOptions
}

/** Node adds `Host` to an object of headers by itself, but sends a list as it is. */
function headersFor(headers: RequestOptions['headers'], { host }: URL): RequestOptions['headers'] {
  if (Array.isArray(headers)) {
    const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []))
    return [...pairs.filter(([name]) => name?.toLowerCase() !== 'host').flat(), 'host', host] as readonly string[]
  }
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'host'))
}
