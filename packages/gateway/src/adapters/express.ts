import type { IncomingMessage, ServerResponse } from 'node:http'
import { type GatewayFetch, toNode } from './node.ts'

type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void

/** As much of an express application, 4 or 5, as is touched. */
export interface ExpressApp {
  use(path: string, handler: ExpressHandler): unknown
}

/** A middleware: `app.use('/payments', toExpress(gateway.fetch))`, before any parser of bodies. */
export function toExpress(fetch: GatewayFetch): ExpressHandler {
  const listen = toNode(fetch)
  return (request, response, next) => void listen(request, response).catch(next)
}

/**
 * Mounts the gateway in front of everything that the application has, parsers of bodies included: a callback's signature
 * covers its bytes, and a parser keeps none. Where it is called does not matter.
 */
export function mountGateway(app: ExpressApp, path: string, fetch: GatewayFetch): void {
  app.use(path, toExpress(fetch))
  const stack = stackOf(app)
  const layer = stack.pop()
  if (layer === undefined) throw new Error('mountGateway: this is no express application of version 4 or 5')
  // Express 4 begins with two layers of its own, which read the query and prepare the request.
  const own = stack.findIndex((one) => !['query', 'expressInit'].includes(nameOf(one)))
  stack.splice(own < 0 ? stack.length : own, 0, layer)
}

function stackOf(app: object): unknown[] {
  const { router, _router } = app as { router?: { stack?: unknown }; _router?: { stack?: unknown } }
  const stack = _router?.stack ?? router?.stack
  return Array.isArray(stack) ? stack : []
}

function nameOf(layer: unknown): string {
  const { name } = (layer ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : ''
}
