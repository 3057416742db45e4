import type { ParsedQuery } from '@galla/contract/gateway-api/parsed-query'
import type { Context, Env, Hono } from 'hono'
import { z } from 'zod'
import { check, checkQuery, readBody } from './request.ts'
import { OWN_HEADERS } from './responses.ts'

type Part<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value } ? Value : undefined

/** The request that a handler gets: query and body match their schemas. */
interface RequestOf<On, Spec> {
  readonly context: On
  readonly params: { readonly [name: string]: string }
  readonly query: ParsedQuery<Part<Spec, 'query'>>
  readonly body: Part<Spec, 'body'>
}

type QuerySchema<Spec> = Spec extends { readonly query: infer Query }
  ? { readonly query: z.ZodType<ParsedQuery<Query>> }
  : { readonly query?: undefined }

type BodySchema<Spec> = Spec extends { readonly body: infer Body }
  ? { readonly body: z.ZodType<Body> }
  : { readonly body?: undefined }

/** One route: its schemas and its handler. A route whose contract has a query or a body must have a schema for it. */
export type RouteOf<On, Spec extends { response: unknown }> = QuerySchema<Spec> &
  BodySchema<Spec> & {
    handle(request: RequestOf<On, Spec>): Spec['response'] | Promise<Spec['response']>
  }

/** A route without its types: they were checked where the table is written. */
interface UntypedRoute {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  handle(request: { context: unknown; params: object; query: unknown; body: unknown }): unknown
}

const PARAMS = z.record(z.string(), z.string().max(200))

/** The query or the body of a route that has none: a caller who sends a key means something that the route does not do. */
const NOTHING = z.strictObject({})

/**
 * Mounts a table of `METHOD /path` → route: validates parameters, query and body, and sends the result as JSON. `contextOf` makes the
 * handlers' context of a request, before the request is validated; it throws when the route is not allowed.
 */
export function mountRoutes<E extends Env, Key extends string>(
  app: Hono<E>,
  handlers: { readonly [Name in Key]: object },
  contextOf: (c: Context<E>, key: Key) => unknown,
): void {
  for (const [key, route] of Object.entries(handlers) as [Key, UntypedRoute][]) {
    const [method = '', path = ''] = key.split(' ')
    const { query = NOTHING, body = NOTHING, handle } = route
    app.on(method, path, async (c) => {
      const request = {
        context: contextOf(c, key),
        params: check(c.req.param(), PARAMS),
        query: checkQuery(c, query),
        body: method === 'GET' ? undefined : await readBody(c, body),
      }
      return c.json((await handle(request)) as object, 200, OWN_HEADERS)
    })
  }
}
