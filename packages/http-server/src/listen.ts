import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { closeSlowBody } from './slow-body.ts'

/** Node's objects of a request, for a handler that needs the socket. */
export interface NodeSides {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export type ServedFetch = (request: Request, sides: NodeSides) => Response | Promise<Response>

export interface ListenOptions {
  /** 0: any free port. @default 0 */
  port?: number
  /** Address to bind. The default is not reachable from other machines. @default '127.0.0.1' */
  hostname?: string
  /** Use a free port when the wanted one is in use. @default false */
  fallbackToFreePort?: boolean
  /** Milliseconds that running requests may still take once the server closes. @default 1000 */
  graceMs?: number
}

export interface Listening {
  /** `http://127.0.0.1:4000`, without a slash at the end. */
  url: string
  port: number
  /** Stops accepting requests, closes idle connections, waits for running requests up to `graceMs`, then closes theirs. */
  close(): Promise<void>
}

/** Methods whose bodies no handler reads. */
const UNREAD = new Set(['GET', 'HEAD', 'TRACE', 'TRACK'])

/** Requests of one connection that wait for their answers. Clients send the next one after the answer; a browser opens six connections. */
const MAX_PIPELINED = 16

/** `/payments/../admin`: a proxy that opens `/payments` only takes it for that, and a URL parser for `/admin`. */
const DOT_SEGMENT = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i

/** Counts the requests of each connection that are not answered yet: all of their answers are in memory at the same time. */
function pipelineLimit(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
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
 * Serves a fetch handler over HTTP.
 * @throws Error naming the address when it is in use or cannot be bound.
 */
export async function listen(fetch: ServedFetch, options: ListenOptions = {}): Promise<Listening> {
  const hostname = options.hostname ?? '127.0.0.1'
  const requestedPort = options.port ?? 0
  const listener = getRequestListener((request, sides) => fetch(request, sides as NodeSides))
  const mayAnswer = pipelineLimit()
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (incoming, outgoing) => {
    if (!mayAnswer(incoming, outgoing)) return
    if (UNREAD.has(incoming.method ?? '')) closeSlowBody(incoming)
    // The Fetch standard forbids TRACE and TRACK: a web request of one cannot be made.
    if (incoming.method === 'TRACE' || incoming.method === 'TRACK') outgoing.writeHead(405).end()
    else if (DOT_SEGMENT.test(incoming.url ?? '')) outgoing.writeHead(400).end()
    else void listener(incoming, outgoing)
  })
  // A client that sends its request slowly must not hold a connection for long. Milliseconds.
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000

  // Longer than clients keep an idle connection, so that no client sends a request on a connection that is being closed.
  server.keepAliveTimeout = 75_000

  const bind = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException): void => reject(error)
      server.once('error', onError)
      server.listen(port, hostname, () => {
        server.off('error', onError)
        resolve()
      })
    })

  try {
    await bind(requestedPort)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (!options.fallbackToFreePort) {
      throw new Error(`Port ${requestedPort} on ${hostname} is in use. Choose another one, or 0 for any free port`, {
        cause: error,
      })
    }
    await bind(0)
  }

  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : requestedPort
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  let closing: Promise<void> | undefined

  return {
    url: `http://${shownHost}:${port}`,
    port,
    close: () => {
      closing ??= new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), options.graceMs ?? 1000)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      })
      return closing
    },
  }
}
