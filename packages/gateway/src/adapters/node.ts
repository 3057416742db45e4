import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBadHost, isBadTarget, isCutOff, pipelineLimit } from '@galla/http-server/request-guard'
import { closeSlowBody, closingUnread } from '@galla/http-server/slow-body'
import { getRequestListener } from '@hono/node-server'
import { readsParsedBody } from '../http/parsed-body.ts'
import type { ClientAddress } from '../http/request.ts'
import {
  BAD_HOST,
  BAD_TARGET,
  BODY_ALREADY_READ,
  FORBIDDEN_METHODS,
  METHOD_NOT_ALLOWED,
  TOO_MANY_HEADERS,
  warnOnce,
} from './refusals.ts'

/**
 * `gateway.fetch`, `gateway.admin.fetch` or `gateway.merchant.fetch`: takes a `Request` of the web platform, and resolves with a
 * `Response`.
 */
export type GatewayFetch = (request: Request, from?: ClientAddress) => Promise<Response>

/** A request with the additions of hosts and of the Fastify adapter: raw bytes when they were read, and the address when the proxies are known. */
type Incoming = IncomingMessage & { rawBody?: unknown; body?: unknown; ip?: unknown }

/** A request listener of `node:http`. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/**
 * Makes a listener for `node:http`, and for every framework that passes Node's request and response. If a parser has read the body and kept
 * no raw bytes, the listener answers 500 BODY_ALREADY_READ.
 * @example
 * createServer(toNode(gateway.fetch)).listen(3000)
 */
export function toNode(fetch: GatewayFetch): NodeListener {
  const warn = warnOnce()
  const mayAnswer = pipelineLimit()
  // Leave the process's global Request and Response untouched.
  const listener = getRequestListener(
    (request, { incoming }) => {
      const { ip } = incoming as Incoming
      const peer = incoming.socket?.remoteAddress
      // Any client can have a proxy report its address as that of this machine. A Unix socket tells no address.
      if (typeof ip === 'string') return fetch(request, { address: ip, peer: peer ?? 'unknown' })
      return fetch(request, peer === undefined ? {} : { address: peer })
    },
    { overrideGlobalObjects: false },
  )
  return async (incoming: Incoming, outgoing) => {
    if (!mayAnswer(incoming, outgoing)) return
    if (UNREAD.has(incoming.method ?? '')) closeSlowBody(incoming)
    if (FORBIDDEN_METHODS.has(incoming.method ?? '')) return refuse(incoming, outgoing, METHOD_NOT_ALLOWED)
    if (isBadTarget(incoming.url ?? '')) return refuse(incoming, outgoing, BAD_TARGET)
    if (isCutOff(incoming)) return refuse(incoming, outgoing, TOO_MANY_HEADERS)
    if (hasBadHost(incoming)) return refuse(incoming, outgoing, BAD_HOST)
    if (wasRead(incoming) && !Buffer.isBuffer(incoming.rawBody)) {
      if (readsParsedBody(fetch) && isJson(incoming)) {
        incoming.rawBody = bytesOf(incoming.body)
        if (incoming.rawBody === undefined) return refuse(incoming, outgoing, UNREADABLE_BODY)
      } else if (Buffer.isBuffer(incoming.body)) incoming.rawBody = incoming.body
      else {
        warn()
        return refuse(incoming, outgoing, BODY_ALREADY_READ)
      }
    }
    await listener(incoming, outgoing)
  }
}

/** True when some of the body was read. The rest must not be taken for the whole. */
function wasRead({ method, readableDidRead }: Incoming): boolean {
  return method !== 'GET' && method !== 'HEAD' && readableDidRead
}

/** True when a parser has read JSON: an object or a list. */
const isJson = ({ headers, body }: Incoming): boolean =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && /\bjson\b/i.test(headers['content-type'] ?? '')

/** A parsed body as JSON again; undefined when it is nested so deeply that it does not fit the stack. */
function bytesOf(body: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(body))
  } catch {
    return undefined
  }
}

const UNREADABLE_BODY = {
  status: 400,
  body: { code: 'INVALID_REQUEST', message: 'body: is nested too deeply', field: 'body' },
}

/** Methods whose bodies nobody reads. */
const UNREAD = new Set(['GET', 'HEAD', 'TRACE', 'TRACK'])

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, body }: { status: number; body: object },
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...closingUnread(incoming) })
  outgoing.end(JSON.stringify(body))
}
