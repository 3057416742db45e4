import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ClientAddress } from '../http/request.ts'
import { BODY_ALREADY_READ, warnOnce } from './body-already-read.ts'

/** `gateway.fetch`, `gateway.admin.fetch` or `gateway.merchant.fetch`: web request in, web response out. */
export type GatewayFetch = (request: Request, from?: ClientAddress) => Promise<Response>

/** What hosts and our Fastify adapter add to a request: raw bytes when they have read it, and the address when they know their proxies. */
type Incoming = IncomingMessage & { rawBody?: unknown; body?: unknown; ip?: unknown }

/** A request listener of `node:http`. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * A listener for `node:http`, and for every framework that passes Node's request and response. When a parser has read the body
 * and kept no raw bytes, it answers 500 BODY_ALREADY_READ.
 * @example
 * createServer(toNode(gateway.fetch)).listen(3000)
 */
export function toNode(fetch: GatewayFetch): NodeListener {
  const warn = warnOnce()
  // Leave the process's global Request and Response untouched.
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

/** Whether some of the body was read: the rest must not be taken for the whole. */
function wasRead({ method, readableDidRead }: Incoming): boolean {
  return method !== 'GET' && method !== 'HEAD' && readableDidRead
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(BODY_ALREADY_READ.status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(BODY_ALREADY_READ.body))
}
