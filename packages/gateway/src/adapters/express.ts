import type { IncomingMessage, ServerResponse } from 'node:http'
import { type GatewayFetch, toNode } from './node.ts'

type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void

/** The part of an Express 4 or 5 application that the adapter uses. */
export interface ExpressApp {
  /** Registers a middleware below a path. */
  use(path: string, handler: ExpressHandler): unknown
}

/**
 * A middleware. It must run before every body parser; `mountGateway` takes care of that.
 * @example
 * app.use('/payments', toExpress(gateway.fetch))
 */
export function toExpress(fetch: GatewayFetch): ExpressHandler {
  const listen = toNode(fetch)
  return (request, response, next) => void listen(request, response).catch(next)
}

/**
 * Mounts the gateway before all other middleware, wherever it is called: a callback's signature covers the raw bytes, which a
 * body parser would consume.
 * @throws Error when `app` is not an Express 4 or 5 application.
 * @example
 * mountGateway(app, '/payments', gateway.fetch)
 */
export function mountGateway(app: ExpressApp, path: string, fetch: GatewayFetch): void {
  app.use(path, toExpress(fetch))
  const stack = stackOf(app)
  const layer = stack.pop()
  if (layer === undefined) throw new Error('mountGateway: app is not an Express 4 or 5 application')
  // Express 4 starts with two layers of its own, which parse the query and prepare the request.
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
