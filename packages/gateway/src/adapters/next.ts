import { pathBelow } from '../http/mount-path.ts'
import { lacksHeaders, markLeftOut } from './left-out-headers.ts'
import type { GatewayFetch } from './node.ts'
import { TOO_MANY_HEADERS } from './refusals.ts'

type RouteHandler = (request: Request) => Promise<Response>

/** Options of `toNext()`. */
export interface NextOptions {
  /**
   * True when the last address in `x-forwarded-for` is the client's address. Wrong passwords are counted by this address, and the audit log
   * names this address. The console without an https URL asks for a loopback address. Next keeps the header of a client that connects to
   * Next directly, so such a client can write any address. Set the option only where a proxy adds the address or overwrites the header, and
   * nobody reaches Next beside the proxy (`next start -H 127.0.0.1`). Or set the option where only this machine reaches Next
   * (`next dev -H 127.0.0.1`). Without the option, all clients count as one. Five wrong passwords of a name, from any client, then refuse
   * each browser in which that user was never logged in, for five minutes.
   * @default false
   */
  readonly trustForwardedFor?: boolean
}

/** The last entry of `x-forwarded-for`: the proxy in front of Next has added it, or Next itself where the client sent none. */
function fromOf({ headers }: Request): { address?: string } {
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return address ? { address } : {}
}

/**
 * Makes route handlers for the app router, in `app/payments/[[...path]]/route.ts`. Next parses no bodies there.
 * @param path URL path of the folder in `app`, without the project's `basePath`, which Next removes from the URL. A rewrite to the folder
 * keeps the path of the rewrite, and is answered with 404
 * @param options tell the gateway that it can trust the addresses of clients behind a proxy
 * @example
 * export const { GET, HEAD, POST, DELETE } = toNext(async (request, from) => (await gateway()).admin.fetch(request, from), '/payments')
 */
export function toNext(
  fetch: GatewayFetch,
  path: string,
  { trustForwardedFor = false }: NextOptions = {},
): { readonly [Method in NextMethod]: RouteHandler } {
  const mount = path.replace(/\/+$/, '')
  markLeftOut()
  const answer: RouteHandler = async (request) => {
    if (lacksHeaders(request)) return Response.json(TOO_MANY_HEADERS.body, { status: TOO_MANY_HEADERS.status })
    const url = pathBelow(request.url, mount)
    if (url !== undefined)
      return fetch(uncompressed(new Request(url, request)), trustForwardedFor ? fromOf(request) : {})
    const message = `${new URL(request.url).pathname} is not below ${mount}: ${WAY_OUT}`
    return Response.json({ code: 'NOT_FOUND', message }, { status: 404 })
  }
  return { GET: answer, HEAD: answer, POST: answer, PUT: answer, DELETE: answer }
}

/** Next removes `content-encoding` from a response and keeps its body, so a file that is stored compressed could not be read. Next compresses it itself. */
function uncompressed(request: Request): Request {
  request.headers.delete('accept-encoding')
  return request
}

const WAY_OUT =
  "pass toNext the path of its folder in app, without the project's basePath; rewrites to the folder do not work"

type NextMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
