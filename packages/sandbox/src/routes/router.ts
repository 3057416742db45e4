import type { Context, Hono } from 'hono'
import type { Provider } from '../context.ts'
import { Refusal } from '../responses/errors.ts'

/** What a route of ours is called with. Bodies and queries come from outside: handlers check them. */
export interface Asked {
  readonly provider: Provider
  readonly params: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  readonly body: unknown
  readonly header: (name: string) => string | undefined
}

/** One handler for every route of a wire: a missing one is a type error. */
export type Handlers<Routes> = {
  readonly [Key in keyof Routes]: (asked: Asked) => ReplyOf<Routes[Key]> | Promise<ReplyOf<Routes[Key]>>
}
type ReplyOf<Route> = Route extends { reply: infer Reply } ? Reply : never

/** A refusal of the control or page API: `{ code, message }`. */
export class RouteRefusal extends Error {
  readonly status: 400 | 401 | 404 | 409
  readonly code: string

  constructor(status: 400 | 401 | 404 | 409, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

type AnyHandlers = { readonly [key: string]: (asked: Asked) => unknown }

/** Mounts handlers by their key, `METHOD /path`. What changes something is written in the journal. */
export function mountRoutes(
  app: Hono,
  base: string,
  kind: 'control' | 'page',
  handlers: AnyHandlers,
  provider: Provider,
): void {
  for (const [key, handler] of Object.entries(handlers)) {
    const [method = '', path = ''] = key.split(' ')
    app.on(method, base + path, async (c) => {
      provider.agenda.runPendingJobs()
      const { status, body } = await outcomeOf(handler, provider, c)
      if (method !== 'GET') note(c, kind, key, status, provider)
      return c.json(body as object, status, { 'cache-control': 'no-store' })
    })
  }
  const known = Object.keys(handlers).join(', ')
  const unknown = (c: Context): Response =>
    c.json(
      { code: 'UNKNOWN_ROUTE', message: `There is no ${c.req.method} ${c.req.path}. Under ${base}: ${known}` },
      404,
    )
  app.all(base, unknown)
  app.all(`${base}/*`, unknown)
}

async function outcomeOf(
  handler: AnyHandlers[string],
  provider: Provider,
  c: Context,
): Promise<{ status: 200 | 400 | 401 | 404 | 409; body: unknown }> {
  try {
    const body = c.req.method === 'GET' ? undefined : await readBody(c)
    const asked = {
      provider,
      params: c.req.param(),
      query: c.req.query(),
      body,
      header: (name: string) => c.req.header(name),
    }
    return { status: 200, body: await handler(asked) }
  } catch (error) {
    if (error instanceof RouteRefusal)
      return { status: error.status, body: { code: error.code, message: error.message } }
    if (error instanceof Refusal) return { status: 400, body: error.reply.body }
    throw error
  }
}

async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new RouteRefusal(400, 'BAD_REQUEST', 'The body must be JSON.')
  }
}

function note(c: Context, kind: 'control' | 'page', name: string, status: number, provider: Provider): void {
  const { merchantOrderId, merchantRefundId } = c.req.param()
  provider.journal.write({
    atMs: provider.clock.now(),
    kind,
    name,
    method: c.req.method,
    path: c.req.path,
    status,
    ...(merchantOrderId === undefined ? {} : { merchantOrderId }),
    ...(merchantRefundId === undefined ? {} : { merchantRefundId }),
  })
}
