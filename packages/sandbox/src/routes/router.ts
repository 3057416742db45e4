import type { Context, Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../responses/errors.ts'
import { isJson } from './body.ts'

/** One request to the control API or the page API. Query and body are unchecked input. */
export interface RouteRequest {
  readonly context: SandboxContext
  readonly params: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  /** Parsed JSON; `{}` for an empty body, `undefined` for a GET. */
  readonly body: unknown
  readonly header: (name: string) => string | undefined
}

/** One handler for each route of an API. A missing one is a type error. */
export type Handlers<Routes> = {
  readonly [Key in keyof Routes]: (request: RouteRequest) => ResponseOf<Routes[Key]> | Promise<ResponseOf<Routes[Key]>>
}
type ResponseOf<Route> = Route extends { response: infer Body } ? Body : never

type ErrorStatus = 400 | 401 | 404 | 409 | 415

/** An error response `{ code, message }` of the control API or the page API. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly code: string

  constructor(status: ErrorStatus, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, 'BAD_REQUEST', message)
}

type AnyHandlers = { readonly [key: string]: (request: RouteRequest) => unknown }

/** Mounts handlers by their key, `METHOD /path`. Every request but a GET is written to the journal. */
export function mountRoutes(
  app: Hono,
  base: string,
  kind: 'control' | 'page',
  handlers: AnyHandlers,
  context: SandboxContext,
): void {
  for (const [key, handler] of Object.entries(handlers)) {
    const [method = '', path = ''] = key.split(' ')
    app.on(method, base + path, async (c) => {
      context.scheduler.runPendingJobs()
      const { status, body } = await callHandler(handler, context, c, kind)
      if (method !== 'GET') writeJournal(c, kind, key, status, context)
      return c.json(body as object, status, { 'cache-control': 'no-store' })
    })
  }
  const known = Object.keys(handlers).join(', ')
  const unknownRoute = (c: Context): Response =>
    c.json(
      { code: 'UNKNOWN_ROUTE', message: `There is no ${c.req.method} ${c.req.path}. Routes under ${base}: ${known}` },
      404,
    )
  app.all(base, unknownRoute)
  app.all(`${base}/*`, unknownRoute)
}

async function callHandler(
  handler: AnyHandlers[string],
  context: SandboxContext,
  c: Context,
  kind: 'control' | 'page',
): Promise<{ status: 200 | ErrorStatus; body: unknown }> {
  try {
    const body = c.req.method === 'GET' ? undefined : await parseBody(c, kind)
    const header = (name: string): string | undefined => c.req.header(name)
    return { status: 200, body: await handler({ context, params: c.req.param(), query: c.req.query(), body, header }) }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: { code: error.code, message: error.message } }
    if (error instanceof ProviderError) return { status: 400, body: error.reply.body }
    throw error
  }
}

/**
 * A page of another origin can send text without asking, but not JSON, so the control API takes JSON only. The page API needs a
 * header that such a page cannot send either.
 */
async function parseBody(c: Context, kind: 'control' | 'page'): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (kind === 'control' && !isJson(c.req.header('content-type'))) {
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as content-type: application/json.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body must be JSON.')
  }
}

function writeJournal(c: Context, kind: 'control' | 'page', name: string, status: number, context: SandboxContext) {
  const { merchantOrderId, merchantRefundId } = c.req.param()
  context.journal.write({
    atMs: context.clock.now(),
    kind,
    name,
    method: c.req.method,
    path: c.req.path,
    status,
    ...defined({ merchantOrderId, merchantRefundId }),
  })
}
