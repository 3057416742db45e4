import type { IncomingMessage, ServerResponse } from 'node:http'
import { readsParsedBody } from '../http/parsed-body.ts'
import { type GatewayFetch, toNode } from './node.ts'

type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** The part of an Express 4 or 5 application that the adapter uses. */
export interface ExpressApp {
  /** Registers a middleware below a path. */
  use(path: string, handler: ExpressHandler): unknown
}

/**
 * Makes a middleware. For the provider's callbacks, the middleware must run before every body parser; `mountGateway` takes care of this
 * order.
 * @example
 * app.use('/payments', toExpress(gateway.fetch))
 */
export function toExpress(fetch: GatewayFetch): ExpressHandler {
  const listen = toNode(fetch)
  return (request, response, next) => void listen(request, response).catch(next)
}

/**
 * Mounts the gateway at this place of the application. Middlewares that were declared before run before the gateway, such as helmet, access
 * logs, rate limits and the access check of the console. Only the body parsers of `express` do not run before callbacks: a callback's
 * signature covers the raw bytes. The parsers do run before the console. Express ignores the case of a path, and proxies in front do not.
 * So the gateway answers only below the path in the case that is written here.
 * @throws Error when `app` is not an Express 4 or 5 application. TypeError when `path` is not a path, or `fetch` not a function.
 * @example
 * mountGateway(app, '/payments', gateway.fetch)
 */
export function mountGateway(app: ExpressApp, path: string, fetch: GatewayFetch): void {
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new TypeError("mountGateway: path must start with a slash: mountGateway(app, '/payments', gateway.fetch)")
  if (typeof fetch !== 'function')
    throw new TypeError("mountGateway: fetch must be a function: mountGateway(app, '/payments', gateway.fetch)")
  if (!readsParsedBody(fetch)) skipBodyParsers(app, path)
  const handle = toExpress(fetch)
  const mount = path.replace(/\/+$/, '')
  const isOtherCase = (at = '') => !at.endsWith(mount) && at.toLowerCase().endsWith(mount.toLowerCase())
  app.use(path, (request: IncomingMessage & { baseUrl?: string }, response, next) =>
    isOtherCase(request.baseUrl) ? next() : handle(request, response, next),
  )
}

/** Registers a first layer that marks the requests below the path, and lets the parsers so far pass marked requests by. */
function skipBodyParsers(app: ExpressApp, path: string): void {
  const marked = new WeakSet<IncomingMessage>()
  app.use(path, (request, _, next) => {
    marked.add(request)
    next()
  })
  const stack = stackOf(app)
  const layer = stack.pop()
  if (layer === undefined) throw new Error('mountGateway: app is not an Express 4 or 5 application')
  for (const parser of parsersIn(stack)) {
    const { handle } = parser
    parser.handle = (request, response, next) =>
      marked.has(request) ? next() : handle.call(parser, request, response, next)
  }
  // Express 4 starts with two layers of its own, which parse the query and prepare the request.
  const own = stack.findIndex(({ name = '' }) => !['query', 'expressInit'].includes(name))
  stack.splice(own < 0 ? stack.length : own, 0, layer)
}

/** A layer of the router of Express, as far as it is used here. */
interface Layer {
  name?: string
  handle: ((request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => unknown) & {
    /** The layers of a nested router. */
    stack?: Layer[]
  }
}

/** The router of Express, as far as it is used here. */
interface Router {
  readonly stack?: unknown
}

/** The functions that `express.json()`, `urlencoded()`, `raw()` and `text()` return. */
const PARSERS = new Set(['jsonParser', 'urlencodedParser', 'rawParser', 'textParser'])

function parsersIn(stack: readonly Layer[]): Layer[] {
  return stack.flatMap((layer) => {
    if (PARSERS.has(layer.name ?? '')) return [layer]
    const { stack: nested } = layer.handle ?? {}
    return Array.isArray(nested) ? parsersIn(nested) : []
  })
}

function stackOf(app: object): Layer[] {
  const four: { readonly _router?: Router } = app
  const five: { readonly router?: Router } = app
  // In Express 4 the getter `router` throws.
  const stack = (four._router ?? five.router)?.stack
  return Array.isArray(stack) ? (stack as Layer[]) : []
}
