import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** The Node side of a request, for the rare handler that must reach the socket. */
export interface NodeSides {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export type ServedFetch = (request: Request, sides: NodeSides) => Response | Promise<Response>

export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default `127.0.0.1`: nothing of ours is reachable from another machine unless it is asked for. */
  hostname?: string
  /** When the port is taken, take a free one instead of failing; default false. */
  fallbackToFreePort?: boolean
  /** How long calls under way may still take once the server closes, in milliseconds; default 1000. */
  graceMs?: number
}

export interface Listening {
  /** `http://127.0.0.1:4000`, without a slash at the end. */
  url: string
  port: number
  /** Takes no more calls, drops idle connections, waits for the running calls as long as the grace lasts. */
  close(): Promise<void>
}

/**
 * Serves a fetch handler on a socket.
 * @throws Error naming the address when it cannot be had.
 */
export async function listen(fetch: ServedFetch, options: ListenOptions = {}): Promise<Listening> {
  const hostname = options.hostname ?? '127.0.0.1'
  const wanted = options.port ?? 0
  const answer = getRequestListener((request, sides) => fetch(request, sides as NodeSides))
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))

  // Longer than clients keep an idle connection, so that none of them sends a call into one that is just being closed.
  server.keepAliveTimeout = 75_000

  const bind = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException): void => reject(error)
      server.once('error', failed)
      server.listen(port, hostname, () => {
        server.off('error', failed)
        resolve()
      })
    })

  try {
    await bind(wanted)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (!options.fallbackToFreePort) {
      throw new Error(`Port ${wanted} on ${hostname} is taken. Choose another one, or 0 for any free port`, {
        cause: error,
      })
    }
    await bind(0)
  }

  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : wanted
  const shownHost = hostname.includes(':') ? `[${hostname}]` : hostname
  let closing: Promise<void> | undefined

  return {
    url: `http://${shownHost}:${port}`,
    port,
    close: () => {
      closing ??= new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), options.graceMs ?? 1000)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      })
      return closing
    },
  }
}
