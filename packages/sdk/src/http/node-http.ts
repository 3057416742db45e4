import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { builtin, isDeno, isWorkerd } from '../runtime.ts'
import { decodeBody } from './decompress.ts'
import {
  type BaseUrl,
  type Exchange,
  failureKindOf,
  type HttpResponse,
  IDLE_TIMEOUT_MS,
  isStale,
  LATE,
  MAX_RESPONSE_BYTES,
  notDecoded,
  type ResultListener,
  responseTooLarge,
  type Transport,
  type TransportFailure,
} from './transport.ts'

/** A transport over `node:http` and `node:https` with one keep-alive agent each; undefined where the runtime lacks them. */
export function nodeTransport(): Transport | undefined {
  if (isWorkerd()) return undefined
  const http = builtin<typeof import('node:http')>('node:http')
  const https = builtin<typeof import('node:https')>('node:https')
  if (!http || !https) return undefined
  const connected: ConnectedSockets = new WeakMap()
  const agentOptions = { ...AGENT_OPTIONS, keepAlive: !isDeno() }
  let httpAgent: Agent | undefined
  let httpsAgent: Agent | undefined

  const agentFor = ({ secure }: BaseUrl): Agent => {
    if (secure) {
      httpsAgent ??= tuneAgent(new https.Agent(agentOptions), 'secureConnect', connected)
      return httpsAgent
    }
    httpAgent ??= tuneAgent(new http.Agent(agentOptions), 'connect', connected)
    return httpAgent
  }

  return {
    exchange({ method, baseUrl, path, headers, body = '', background }, listener) {
      const allHeaders = ['Host', baseUrl.host, ...headers]
      // Also of an empty body: Node would send it in chunks.
      if (method === 'POST') allHeaders.push('Content-Length', String(globalThis.Buffer.byteLength(body)))
      const agent = agentFor(baseUrl)
      closeStale(agent, connected)
      const request = (baseUrl.secure ? https : http).request({
        method,
        agent,
        host: baseUrl.hostname,
        port: baseUrl.port,
        path: baseUrl.pathPrefix + path,
        headers: allHeaders,
      })
      const exchange = observe(request, connected, listener)
      const write = () => {
        if (listener.isLate()) {
          exchange.cancel()
          listener.onFailure(LATE)
        } else request.end(body)
      }
      request.on('socket', (socket) => {
        if (background) socket.unref()
        if (connected.has(socket)) write()
        else socket.once(baseUrl.secure ? 'secureConnect' : 'connect', write)
      })
      return exchange
    },
    close() {
      for (const agent of [httpAgent, httpsAgent]) if (agent) retireAgent(agent)
      httpAgent = undefined
      httpsAgent = undefined
    },
  }
}

/** Reports the result of one request to the listener, once, unless the exchange is cancelled first. */
function observe(request: ClientRequest, connected: ConnectedSockets, listener: ResultListener): Exchange {
  let done = false
  const sent = () => request.socket !== null && connected.has(request.socket)
  const fail = (failure: TransportFailure) => {
    if (done) return
    done = true
    listener.onFailure(failure)
    request.destroy()
  }
  request.on('response', (response: IncomingMessage) => {
    readBody(response, {
      onFailure: fail,
      onResponse(complete) {
        if (done) return
        done = true
        listener.onResponse(complete)
      },
    })
  })
  request.on('error', (cause: NodeJS.ErrnoException) => {
    fail({ kind: failureKindOf(cause), sent: sent(), detail: cause.code ?? cause.message, cause })
  })
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    fail({ kind: 'invalid-response', sent: true, status: response.statusCode, detail: 'unexpected protocol upgrade' })
  })
  return {
    cancel() {
      done = true
      // Read before destroy() detaches the socket.
      const result = { sent: sent() }
      request.destroy()
      return result
    },
  }
}

function readBody(response: IncomingMessage, listener: ResultListener): void {
  const chunks: Buffer[] = []
  let size = 0
  const status = response.statusCode ?? 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) listener.onFailure(responseTooLarge(status))
    else chunks.push(chunk)
  })
  response.on('end', () => {
    const [first] = chunks
    const bytes = chunks.length === 1 && first ? first : globalThis.Buffer.concat(chunks)
    decodeBody(bytes, contentEncoding(response.rawHeaders), (text, cause) => {
      if (text === undefined) listener.onFailure(notDecoded(status, cause))
      else listener.onResponse(toHttpResponse(response, status, text))
    })
  })
  response.on('error', (cause: NodeJS.ErrnoException) =>
    listener.onFailure({ kind: 'invalid-response', sent: true, status, detail: 'the body is incomplete', cause }),
  )
}

/** Read from the list: the object of headers is only built when something asks for it. */
function contentEncoding(rawHeaders: readonly string[]): string | undefined {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 16 && name.toLowerCase() === 'content-encoding') return rawHeaders[i + 1]
  }
  return undefined
}

function toHttpResponse(response: IncomingMessage, status: number, text: string): HttpResponse {
  return {
    status,
    statusText: response.statusMessage ?? '',
    text,
    header: (name) => {
      const value = response.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
  }
}

/** Sockets that are connected, with the time from which each is free, epoch milliseconds. */
type ConnectedSockets = WeakMap<object, number>

const KEEP_ALIVE_PROBE_MS = 1_000

export const AGENT_OPTIONS = { keepAlive: true, maxSockets: 256, maxFreeSockets: 256 } as const

/** The methods of an agent that Node documents for overriding. */
interface OverridableAgent {
  createConnection(options: object, done?: () => void): Socket
  keepSocketAlive(socket: Socket): boolean
  reuseSocket(socket: Socket, request: ClientRequest): void
}

/**
 * Adds each socket to `connected` once it is connected: nothing of a request leaves before that. A socket has a timeout only while it is
 * free: the timer of a busy one is moved at each read and write, twice with TLS. Not the agent's own option, which adds listeners to every call.
 */
export function tuneAgent(agent: Agent, event: 'connect' | 'secureConnect', connected: ConnectedSockets): Agent {
  const overridable = agent as unknown as OverridableAgent
  const create = overridable.createConnection
  overridable.createConnection = (options, done) => {
    const socket = create.call(overridable, options, done)
    socket.once(event, () => connected.set(socket, Date.now()))
    return socket
  }
  overridable.keepSocketAlive = (socket) => {
    socket.setKeepAlive(true, KEEP_ALIVE_PROBE_MS)
    socket.setTimeout(IDLE_TIMEOUT_MS)
    connected.set(socket, Date.now())
    socket.unref()
    return true
  }
  const reuse = overridable.reuseSocket
  overridable.reuseSocket = (socket, request) => {
    socket.setTimeout(0)
    reuse.call(overridable, socket, request)
  }
  return agent
}

/** Closes free sockets that are stale, or all where no time is given. Those that were freed first come first. */
function closeStale(agent: Agent, connected: ConnectedSockets = new WeakMap()): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) {
      if (!isStale(connected.get(socket) ?? 0)) break
      socket.destroy()
    }
  }
}

/** Closes idle sockets now and busy ones after their exchange, so that no payment is interrupted. */
export function retireAgent(agent: Agent): void {
  const overridable = agent as unknown as OverridableAgent
  overridable.keepSocketAlive = () => false
  closeStale(agent)
}
