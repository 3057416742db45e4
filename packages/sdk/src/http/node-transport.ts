import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { builtin } from '../runtime.ts'
import {
  type Base,
  type Exchange,
  type ExchangeListener,
  kindOfCause,
  MAX_REPLY_BYTES,
  type Transport,
  type TransportFailure,
  tooLarge,
  type WireReply,
} from './transport.ts'

/** node:http(s) with one keep-alive agent per client, or undefined where the runtime has no such thing. */
export function nodeTransport(): Transport | undefined {
  const http = builtin<typeof import('node:http')>('node:http')
  const https = builtin<typeof import('node:https')>('node:https')
  if (!http || !https) return undefined
  const connected = new WeakSet<object>()
  let plain: Agent | undefined
  let secure: Agent | undefined

  const agentOf = (base: Base): Agent => {
    if (base.secure) {
      secure ??= tune(new https.Agent(AGENT_OPTIONS), 'secureConnect', connected)
      return secure
    }
    plain ??= tune(new http.Agent(AGENT_OPTIONS), 'connect', connected)
    return plain
  }

  return {
    exchange({ method, base, path, headers, body, background }, listener) {
      const head = ['Host', base.host, ...headers]
      if (body !== undefined) head.push('Content-Length', String(globalThis.Buffer.byteLength(body)))
      const request = (base.secure ? https : http).request({
        method,
        agent: agentOf(base),
        host: base.hostname,
        port: base.port,
        path: base.pathPrefix + path,
        headers: head,
      })
      const exchange = follow(request, connected, listener)
      if (background) request.on('socket', (socket) => socket.unref())
      request.end(body)
      return exchange
    },
    close() {
      for (const agent of [plain, secure]) if (agent) retire(agent)
      plain = undefined
      secure = undefined
    },
  }
}

/** Watches one request until its reply is read, it fails or it is given up. */
function follow(request: ClientRequest, connected: WeakSet<object>, listener: ExchangeListener): Exchange {
  let settled = false
  const sent = () => request.socket !== null && connected.has(request.socket)
  const fail = (failure: TransportFailure) => {
    if (settled) return
    settled = true
    listener.failure(failure)
    request.destroy()
  }
  request.on('response', (response: IncomingMessage) => {
    readBody(response, {
      failure: fail,
      reply(reply) {
        if (settled) return
        settled = true
        listener.reply(reply)
      },
    })
  })
  request.on('error', (cause: NodeJS.ErrnoException) => {
    fail({ kind: kindOfCause(cause), sent: sent(), detail: cause.code ?? cause.message, cause })
  })
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    fail({ kind: 'invalid-response', sent: true, status: response.statusCode, detail: 'an upgrade nobody asked for' })
  })
  return {
    cancel() {
      settled = true
      const facts = { sent: sent() }
      request.destroy()
      return facts
    },
  }
}

function readBody(response: IncomingMessage, listener: ExchangeListener): void {
  const chunks: Buffer[] = []
  let size = 0
  const status = response.statusCode ?? 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_REPLY_BYTES) listener.failure(tooLarge(status))
    else chunks.push(chunk)
  })
  response.on('end', () => {
    const [first] = chunks
    const text = chunks.length === 1 && first ? first.toString() : globalThis.Buffer.concat(chunks).toString()
    listener.reply(replyOf(response, status, text))
  })
  response.on('error', (cause: NodeJS.ErrnoException) =>
    listener.failure({ kind: 'invalid-response', sent: true, status, detail: 'it broke off', cause }),
  )
}

function replyOf(response: IncomingMessage, status: number, text: string): WireReply {
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

/**
 * Idle sockets are closed before common servers do it (5 s): a reset on reuse would leave a payment in doubt.
 * Set once a socket; the agent's own option would cost listeners on every call. Milliseconds.
 */
const IDLE_MS = 4_000
const PROBE_MS = 1_000

export const AGENT_OPTIONS = { keepAlive: true, maxSockets: 256, maxFreeSockets: 256 } as const

/** The two methods of an agent that Node documents for overriding. */
interface Overridable {
  createConnection(options: object, done?: () => void): Socket
  keepSocketAlive(socket: Socket): boolean
}

/** Notes each socket in `connected` once it can carry data: nothing of a request leaves before that. */
export function tune(agent: Agent, event: 'connect' | 'secureConnect', connected: WeakSet<object>): Agent {
  const own = agent as unknown as Overridable
  const create = own.createConnection
  own.createConnection = (options, done) => {
    const socket = create.call(own, options, done)
    socket.once(event, () => connected.add(socket))
    socket.setTimeout(IDLE_MS)
    return socket
  }
  own.keepSocketAlive = (socket) => {
    socket.setKeepAlive(true, PROBE_MS)
    socket.unref()
    return true
  }
  return agent
}

/** Closes idle sockets now, and each busy one when its call is over: a payment on its way is not cut off. */
export function retire(agent: Agent): void {
  const own = agent as unknown as Overridable
  own.keepSocketAlive = () => false
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
