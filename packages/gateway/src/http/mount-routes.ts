import type { Env, Hono } from 'hono'
import { z } from 'zod'
import { OWN_HEADERS } from './answer.ts'
import { check } from './check.ts'
import { readBody } from './read-body.ts'

/** A handler as the mount sees it: its types were settled where it was written. */
interface Mounted {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  answer(asked: { desk: unknown; params: object; query: unknown; body: unknown }): unknown
}

const PARAMS = z.record(z.string(), z.string().max(200))

/** Puts a table of `METHOD /path` and handlers on an application: what is asked is checked, then answered as JSON. */
export function mountRoutes<E extends Env>(app: Hono<E>, handlers: object, desk: unknown): void {
  for (const [key, route] of Object.entries(handlers as { readonly [key: string]: Mounted })) {
    const [method = '', path = ''] = key.split(' ')
    const { query, body, answer } = route
    app.on(method, path, async (c) => {
      const asked = {
        desk,
        params: check(c.req.param(), PARAMS),
        query: query === undefined ? undefined : check(c.req.query(), query),
        body: body === undefined ? undefined : await readBody(c, body),
      }
      return c.json((await answer(asked)) as object, 200, OWN_HEADERS)
    })
  }
}
