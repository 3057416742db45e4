import type { Env, Hono } from 'hono'
import { z } from 'zod'
import { check, readBody } from './request.ts'
import { OWN_HEADERS } from './responses.ts'

type Part<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value } ? Value : undefined

/** What a route's handler is called with; query and body are checked by then. */
interface AskedOf<On, Spec> {
  readonly context: On
  readonly params: { readonly [name: string]: string }
  readonly query: Part<Spec, 'query'>
  readonly body: Part<Spec, 'body'>
}

type Checked<Route, Name extends string> = Route extends { readonly [Key in Name]: infer Value }
  ? { readonly [Key in Name]: z.ZodType<Value> }
  : { readonly [Key in Name]?: undefined }

/** One route: what it takes, and how it answers. A route with a query or a body has a schema for it, by type. */
export type RouteOf<On, Spec extends { reply: unknown }> = Checked<Spec, 'query'> &
  Checked<Spec, 'body'> & {
    answer(asked: AskedOf<On, Spec>): Spec['reply'] | Promise<Spec['reply']>
  }

/** A handler as the mount sees it: its types were settled where it was written. */
interface Mounted {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  answer(asked: { context: unknown; params: object; query: unknown; body: unknown }): unknown
}

const PARAMS = z.record(z.string(), z.string().max(200))

/** Puts a table of `METHOD /path` and handlers on an application: what is asked is checked, then answered as JSON. */
export function mountRoutes<E extends Env>(app: Hono<E>, handlers: object, context: unknown): void {
  for (const [key, route] of Object.entries(handlers as { readonly [key: string]: Mounted })) {
    const [method = '', path = ''] = key.split(' ')
    const { query, body, answer } = route
    app.on(method, path, async (c) => {
      const asked = {
        context,
        params: check(c.req.param(), PARAMS),
        query: query === undefined ? undefined : check(c.req.query(), query),
        body: body === undefined ? undefined : await readBody(c, body),
      }
      return c.json((await answer(asked)) as object, 200, OWN_HEADERS)
    })
  }
}
