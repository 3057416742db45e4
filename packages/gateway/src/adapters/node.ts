import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { BODY_ALREADY_READ, warnOnce } from './body-already-read.ts'

/** `gateway.fetch` or `gateway.admin.fetch`: a web request in, a web response out. */
export type GatewayFetch = (request: Request, from?: { address?: string }) => Promise<Response>

/**
 * What some hosts and our own scope for fastify leave beside a request: its bytes, when they have read it already, and who
 * asks, when they know which proxies to trust.
 */
type Incoming = IncomingMessage & { rawBody?: unknown; body?: unknown; ip?: unknown }

export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * For `createServer(…)` of `node:http`, and for everything that hands over its request and response. It reads the body
 * itself; where something in front has read it, and kept no bytes, it says so instead of guessing them.
 */
export function toNode(fetch: GatewayFetch): NodeListener {
  const warn = warnOnce()
  // The process's own Request and Response stay what they are: it belongs to the merchant.
  const listener = getRequestListener(
    (request, { incoming }) => {
      const { ip } = incoming as Incoming
      const address = typeof ip === 'string' ? ip : incoming.socket?.remoteAddress
      return fetch(request, address === undefined ? {} : { address })
    },
    { overrideGlobalObjects: false },
  )
  return async (incoming: Incoming, outgoing) => {
    if (wasRead(incoming) && !Buffer.isBuffer(incoming.rawBody)) {
      if (!Buffer.isBuffer(incoming.body)) {
        warn()
        return refuse(outgoing)
      }
      incoming.rawBody = incoming.body
    }
    await listener(incoming, outgoing)
  }
}

/** Some of it at least: what is left would be taken for the whole. */
function wasRead({ method, readableDidRead }: Incoming): boolean {
  return method !== 'GET' && method !== 'HEAD' && readableDidRead
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(BODY_ALREADY_READ.status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(BODY_ALREADY_READ.body))
}
