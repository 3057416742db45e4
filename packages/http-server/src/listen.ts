import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { hasBadHost, isBadTarget, isCutOff, pipelineLimit } from './request-guard.ts'
import { closeSlowBody, closingUnread } from './slow-body.ts'
import { removeStaleSocket, socketFolderProblem, withSocketMode } from './unix-socket.ts'

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
  /** Absolute path of a Unix socket to listen on, in place of an address and port. Its user and group may connect. */
  socket?: string
  /** Use a free port when the wanted one is in use. @default false */
  fallbackToFreePort?: boolean
  /** Milliseconds that running requests may still take once the server closes. @default 1000 */
  graceMs?: number
  /** A connection whose request or response makes no progress is closed after this many milliseconds. @default 120_000 */
  stalledMs?: number
}

export interface Listening {
  /** `http://127.0.0.1:4000`, without a slash at the end; `http://unix:/run/galla/gateway.sock` over a Unix socket. */
  url: string
  /** 0 over a Unix socket. */
  port: number
  /** Stops accepting requests, closes idle connections, waits for running requests up to `graceMs`, then closes theirs. */
  close(): Promise<void>
}

/** Methods whose bodies no handler reads. */
const UNREAD = new Set(['GET', 'HEAD', 'TRACE', 'TRACK'])

/**
 * Serves a fetch handler over HTTP.
 * @throws Error naming the address when it is in use or cannot be bound, or when another user could take the place of the socket.
 */
export async function listen(fetch: ServedFetch, options: ListenOptions = {}): Promise<Listening> {
  const hostname = options.hostname ?? '127.0.0.1'
  const requestedPort = options.port ?? 0
  const { socket } = options
  const listener = getRequestListener((request, sides) => fetch(request, sides as NodeSides))
  const mayAnswer = pipelineLimit()
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (incoming, outgoing) => {
    if (!mayAnswer(incoming, outgoing)) return
    if (UNREAD.has(incoming.method ?? '')) closeSlowBody(incoming)
    // The Fetch standard forbids TRACE and TRACK: a web request of one cannot be made.
    if (incoming.method === 'TRACE' || incoming.method === 'TRACK')
      outgoing.writeHead(405, closingUnread(incoming)).end()
    else if (isCutOff(incoming)) outgoing.writeHead(431, closingUnread(incoming)).end()
    else if (isBadTarget(incoming.url ?? '') || hasBadHost(incoming))
      outgoing.writeHead(400, closingUnread(incoming)).end()
    // A response that cannot be written ends its own connection only.
    else listener(incoming, outgoing)?.catch(() => outgoing.destroy())
  })
  // Node would keep the connection for a body that nothing reads.
  server.on('checkExpectation', (incoming, outgoing) => {
    if (mayAnswer(incoming, outgoing)) outgoing.writeHead(417, { connection: 'close' }).end()
  })

  // A client that sends its request slowly must not hold a connection for long. Milliseconds.
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000

  // Nor may one that stops reading the response: what is left of it stays in memory until then.
  server.timeout = options.stalledMs ?? 120_000

  // Longer than clients keep an idle connection, so that no client sends a request on a connection that is being closed.
  server.keepAliveTimeout = 75_000

  const bind = (start: (bound: () => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException): void => reject(error)
      server.once('error', onError)
      start(() => {
        server.off('error', onError)
        resolve()
      })
    })
  const bindSocket = async (path: string) => {
    const problem = socketFolderProblem(path)
    if (problem !== undefined) throw new Error(problem)
    await removeStaleSocket(path)
    await bind((bound) => withSocketMode(() => server.listen(path, bound)))
  }
  const bindPort = (port: number) => bind((bound) => server.listen(port, hostname, bound))

  try {
    await (socket === undefined ? bindPort(requestedPort) : bindSocket(socket))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || socket !== undefined) throw error
    if (!options.fallbackToFreePort) {
      throw new Error(`Port ${requestedPort} on ${hostname} is in use. Choose another one, or 0 for any free port`, {
        cause: error,
      })
    }
    await bindPort(0)
  }

  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  let closing: Promise<void> | undefined

  return {
    url: socket === undefined ? `http://${shownHost}:${port}` : `http://unix:${socket}`,
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
