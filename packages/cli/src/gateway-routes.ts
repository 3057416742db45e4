import type { Gateway } from '@galla/gateway'

type Mounted = (request: Request, from: { address?: string }) => Promise<Response>

export interface GatewayRoutes {
  answer(request: Request, address: string | undefined): Promise<Response>
  /** From now on it is not ready, so that a load balancer sends no more. */
  stopping(): void
}

/** `/healthz`: this process lives. `/readyz`: it can take calls. Both say nothing else, so both are open. */
export function gatewayRoutes(
  gateway: Pick<Gateway, 'isReady'>,
  mounts: { readonly [path: string]: Mounted },
): GatewayRoutes {
  let stopping = false
  return {
    async answer(request, address) {
      const { pathname } = new URL(request.url)
      if (pathname === '/healthz') return new Response('ok\n')
      if (pathname === '/readyz') {
        const ready = !stopping && (await gateway.isReady())
        return new Response(ready ? 'ok\n' : 'not ready\n', { status: ready ? 200 : 503 })
      }
      const [, mounted] = Object.entries(mounts).find(([path]) => `${pathname}/`.startsWith(`${path}/`)) ?? []
      if (mounted) return mounted(request, address === undefined ? {} : { address })
      return Response.json({ code: 'NOT_FOUND', message: `Nothing is at ${pathname}` }, { status: 404 })
    },
    stopping() {
      stopping = true
    },
  }
}
