import { ENDPOINTS, type EndpointName } from '@galla/contract/provider/endpoints'
import { Hono } from 'hono'
import type { Provider } from './context.ts'
import { LineCut } from './faults/inject-faults.ts'
import { mappingNotFound } from './responses/errors.ts'
import { mountPage, PAGE_HANDLERS } from './routes/checkout/routes.ts'
import { CONTROL_HANDLERS } from './routes/control/routes.ts'
import { answerCall } from './routes/provider/endpoint.ts'
import { HANDLERS, LIVE_PREFIXES } from './routes/provider/routes.ts'
import { mountRoutes } from './routes/router.ts'

/** All that answers: the provider's API, the page and its API, the control API. */
export function createApp(provider: Provider): Hono {
  const app = new Hono()
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const handler = HANDLERS[name as EndpointName]
    const paths = [endpoint.path, ...(OTHER_PATHS[name as EndpointName] ?? [])]
    for (const path of paths.flatMap(everywhere)) {
      app.on(endpoint.method, path, (c) => answerCall(provider, name as EndpointName, handler, c))
    }
  }
  mountRoutes(app, '/_sandbox', 'control', CONTROL_HANDLERS, provider)
  mountRoutes(app, '/page-api', 'page', PAGE_HANDLERS, provider)
  mountPage(app, provider.settings.frameAncestors)

  app.notFound((c) => {
    const { status, body } = mappingNotFound().reply
    provider.journal.write({
      atMs: provider.clock.now(),
      kind: 'api',
      name: 'unknown',
      method: c.req.method,
      path: c.req.path,
      status,
    })
    return c.json(body as object, 400)
  })
  app.onError((error, c) => {
    if (error instanceof LineCut) throw error
    return c.json({ success: false, code: 'INTERNAL_SERVER_ERROR', message: error.message, data: {} }, 500)
  })
  return app
}

/** A path of the protocol under every prefix of the live hosts, in the router's spelling. */
function everywhere(path: string): string[] {
  return LIVE_PREFIXES.map((prefix) => prefix + path.replace(/\{(\w+)\}/g, ':$1'))
}

/** The provider's sources name two paths for it. */
const OTHER_PATHS: { readonly [Name in EndpointName]?: readonly string[] } = {
  validateUpi: ['/payments/v2/vpa/validate'],
}
