import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** `gateway.fetch` or `gateway.admin.fetch`: a web request in, a web response out. */
export type GatewayFetch = (request: Request, from?: { address?: string }) => Promise<Response>

/** What some hosts and our own scope for fastify leave beside a request that they have read already: its bytes. */
type Incoming = IncomingMessage & { rawBody?: Buffer; body?: unknown }

export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * For `createServer(…)` of `node:http`, and for everything that hands over its request and response. It reads the body
 * itself; where something in front has read it, and kept no bytes, it says so instead of guessing them.
 */
export function toNode(fetch: GatewayFetch): NodeListener {
  // The process's own Request and Response stay what they are: it belongs to the merchant.
  const listener = getRequestListener(
    (request, { incoming }) => {
      const address = incoming.socket?.remoteAddress
      return fetch(request, address === undefined ? {} : { address })
    },
    { overrideGlobalObjects: false },
  )
  return async (incoming: Incoming, outgoing) => {
    if (wasRead(incoming) && !Buffer.isBuffer(incoming.rawBody)) {
      if (Buffer.isBuffer(incoming.body)) incoming.rawBody = incoming.body
      else return refuse(outgoing)
    }
    await listener(incoming, outgoing)
  }
}

function wasRead(incoming: Incoming): boolean {
  return (
    incoming.method !== 'GET' && incoming.method !== 'HEAD' && incoming.readableEnded && incoming.body !== undefined
  )
}

/** 500, so that the provider sends its callback again: nothing is lost while the shop mends it. */
function refuse(outgoing: ServerResponse): void {
  const message =
    'A parser in front has read this body and kept no bytes. Mount the gateway before it, or with mountGateway of @galla/gateway/express'
  outgoing.writeHead(500, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ code: 'BODY_ALREADY_READ', message }))
}
