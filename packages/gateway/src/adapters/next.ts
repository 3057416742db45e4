import type { GatewayFetch } from './node.ts'

type RouteHandler = (request: Request) => Promise<Response>

/**
 * Route handlers for the app router, in `app/payments/[...path]/route.ts`:
 * `export const { GET, POST } = toNext(await gateway, '/payments')`. Next parses no bodies there.
 * @param path where the folder is: Next leaves it on the address
 */
export function toNext(fetch: GatewayFetch, path: string): { readonly [Method in NextMethod]: RouteHandler } {
  const answer: RouteHandler = async (request) => {
    const url = new URL(request.url)
    if (!`${url.pathname}/`.startsWith(`${path}/`)) return new Response(null, { status: 404 })
    url.pathname = url.pathname.slice(path.length) || '/'
    return fetch(new Request(url, request))
  }
  return { GET: answer, HEAD: answer, POST: answer, PUT: answer, DELETE: answer }
}

type NextMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
