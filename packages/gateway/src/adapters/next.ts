import { isThisMachine } from '../http/client-address.ts'
import { pathBelow } from '../http/mount-path.ts'
import type { GatewayFetch } from './node.ts'

type RouteHandler = (request: Request) => Promise<Response>

/** Options of `toNext()`. */
export interface NextOptions {
  /**
   * Whether a loopback address in `x-forwarded-for` is believed, which the console without an https URL asks for. Next keeps the header of a
   * client that connects to it directly, so anybody can claim to be on this machine: set it only where Next listens on this machine
   * alone (`next dev -H 127.0.0.1`), or behind a proxy that overwrites the header.
   * @default false
   */
  readonly trustLoopback?: boolean
}

/** The last entry of `x-forwarded-for`: the proxy in front of Next, or Next itself, has added it. */
function fromOf({ headers }: Request, trustLoopback: boolean): { address?: string } {
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return address && (trustLoopback || !isThisMachine(address)) ? { address } : {}
}

/**
 * Route handlers for the app router, in `app/payments/[[...path]]/route.ts`. Next parses no bodies there.
 * @param path URL path of the folder, with the project's `basePath`: Next leaves both on the URL
 * @param options whom the gateway believes to be on this machine
 * @example
 * export const { GET, HEAD, POST, DELETE } = toNext(async (request, from) => (await gateway()).admin.fetch(request, from), '/payments')
 */
export function toNext(
  fetch: GatewayFetch,
  path: string,
  { trustLoopback = false }: NextOptions = {},
): { readonly [Method in NextMethod]: RouteHandler } {
  const mount = path.replace(/\/+$/, '')
  const answer: RouteHandler = async (request) => {
    const url = pathBelow(request.url, mount)
    if (url !== undefined) return fetch(new Request(url, request), fromOf(request, trustLoopback))
    const message = `${new URL(request.url).pathname} is not below ${mount}: pass toNext the URL path of its folder`
    return Response.json({ code: 'NOT_FOUND', message }, { status: 404 })
  }
  return { GET: answer, HEAD: answer, POST: answer, PUT: answer, DELETE: answer }
}

type NextMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
