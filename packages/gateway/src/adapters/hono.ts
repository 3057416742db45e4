import { pathBelow } from '../http/mount-path.ts'
import { BODY_ALREADY_READ, warnOnce } from './body-already-read.ts'
import type { GatewayFetch } from './node.ts'

/** As much of a hono application as is touched. */
export interface HonoApp {
  all(path: string, handler: (context: HonoContext) => Promise<Response>): unknown
}

interface HonoContext {
  readonly req: {
    readonly raw: Request
    /** As it was registered, with every path above it: `/shop/payments/*`. */
    readonly routePath: string
    arrayBuffer(): Promise<ArrayBuffer>
  }
  /** On Node, hono's server leaves the request there; elsewhere who asks is not known. */
  readonly env: unknown
}

/**
 * Mounts the gateway, and takes the mount's path off. A middleware may have read the body through hono, which keeps its
 * text; one that has read the request behind hono's back is told of.
 */
export function mountGateway(app: HonoApp, path: string, fetch: GatewayFetch): void {
  const warn = warnOnce()
  app.all(`${path.replace(/\/+$/, '')}/*`, async ({ req, env }) => {
    const { raw, routePath } = req
    const url = pathBelow(raw.url, routePath.slice(0, -'/*'.length)) ?? raw.url
    if (!raw.bodyUsed) return fetch(new Request(url, raw), fromOf(env))
    const { method, headers, signal } = raw
    const body = await req.arrayBuffer().catch(() => undefined)
    if (body) return fetch(new Request(url, { method, headers, signal, body }), fromOf(env))
    warn()
    return Response.json(BODY_ALREADY_READ.body, { status: BODY_ALREADY_READ.status })
  })
}

function fromOf(env: unknown): { address?: string } {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  const address = incoming?.socket?.remoteAddress
  return address === undefined ? {} : { address }
}
