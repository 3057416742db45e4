import { type HostParts, hasBadHost, isBadHost, isBadTarget, isCutOff } from '@galla/http-server/request-guard'
import { pathBelow } from '../http/mount-path.ts'
import type { GatewayFetch } from './node.ts'
import {
  BAD_HOST,
  BAD_TARGET,
  BODY_ALREADY_READ,
  FORBIDDEN_METHODS,
  METHOD_NOT_ALLOWED,
  TOO_MANY_HEADERS,
  warnOnce,
} from './refusals.ts'

/** The part of a Hono application that the adapter uses. */
export interface HonoApp {
  /** Registers a handler for every method. */
  all(path: string, handler: (context: HonoContext) => Promise<Response>): unknown
}

interface HonoContext {
  /** The request. */
  readonly req: {
    /** The `Request` of the web platform. */
    readonly raw: Request
    /** The registered pattern with every parent path: `/shop/payments/*`. */
    readonly routePath: string
    /** The body, which Hono caches. */
    arrayBuffer(): Promise<ArrayBuffer>
  }
  /** On Node, Hono's server puts the request here; elsewhere the client's address and the target as it was sent are unknown. */
  readonly env: unknown
}

/**
 * Mounts the gateway and removes the mount path. A middleware may read the body through Hono, which caches the body. If a middleware has
 * read the raw request, the gateway answers 500 BODY_ALREADY_READ.
 * @example
 * mountGateway(app, '/payments', gateway.fetch)
 */
export function mountGateway(app: HonoApp, path: string, fetch: GatewayFetch): void {
  const warn = warnOnce()
  app.all(`${path.replace(/\/+$/, '')}/*`, async ({ req, env }) => {
    const { raw, routePath } = req
    if (FORBIDDEN_METHODS.has(raw.method)) return answer(METHOD_NOT_ALLOWED)
    // The URL of the web request has no dot segments any more.
    const incoming = incomingOf(env)
    if (isBadTarget(incoming?.url ?? '')) return answer(BAD_TARGET)
    // Elsewhere than on Node, the values of two headers are one text.
    const host = raw.headers.get('host')
    if (incoming !== undefined && isCutOff(incoming)) return answer(TOO_MANY_HEADERS)
    if (incoming === undefined ? host !== null && isBadHost(host) : hasBadHost(incoming)) return answer(BAD_HOST)
    const url = pathBelow(raw.url, routePath.slice(0, -'/*'.length)) ?? raw.url
    if (!raw.bodyUsed) return fetch(new Request(url, raw), fromOf(env))
    const { method, headers, signal } = raw
    const body = await req.arrayBuffer().catch(() => undefined)
    if (body) return fetch(new Request(url, { method, headers, signal, body }), fromOf(env))
    warn()
    return answer(BODY_ALREADY_READ)
  })
}

const answer = ({ status, body }: { status: number; body: object }): Response => Response.json(body, { status })

interface Incoming extends HostParts {
  readonly socket?: { readonly remoteAddress?: string }
}

const incomingOf = (env: unknown): Incoming | undefined => ((env ?? {}) as { incoming?: Incoming }).incoming

function fromOf(env: unknown): { address?: string } {
  const address = incomingOf(env)?.socket?.remoteAddress
  return address === undefined ? {} : { address }
}
