import { Hono } from 'hono'
import { addressOf, limitBody, type RequestEnv } from '../../http/request.ts'
import { HttpError, handleError, OWN_HEADERS } from '../../http/responses.ts'
import { mountRoutes } from '../../http/routing.ts'
import { streamCsv } from './csv.ts'
import type { Desk } from './desk.ts'
import { checkCsrf, requireSession } from './guards.ts'
import { HANDLERS } from './handlers.ts'
import { live } from './live.ts'
import { metricsAt } from './metrics-route.ts'
import { consolePages } from './pages.ts'
import { passToSandbox } from './sandbox-proxy.ts'
import { logIn, logOut, readSession } from './session-routes.ts'

const MAX_BODY_BYTES = 65_536

/** The console: its API under `/api`, its pages, the metrics. Everything but the login needs a session. */
export function createConsole(desk: Desk): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.use(async (c, next) => {
    desk.address.check(c.req.raw)
    await next()
  })
  const metrics = metricsAt(desk)
  app.get('/metrics', (c) => metrics(c, addressOf(c)))
  app.route('/api', api(desk))
  app.get('*', consolePages(desk))
  app.onError((error, c) => handleError(desk.context, error, c, 'console'))
  return app
}

function api(desk: Desk): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  app.use(limitBody(MAX_BODY_BYTES))
  app.post('/session', async (c) => c.json(await logIn(desk, c, addressOf(c)), 200, OWN_HEADERS))
  app.get('/session', async (c) => c.json(await readSession(desk, c), 200, OWN_HEADERS))
  app.delete('/session', async (c) => c.json(await logOut(desk, c), 200, OWN_HEADERS))

  app.use(async (c, next) => {
    const session = await requireSession(desk, c)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') checkCsrf(c, session)
    await next()
  })
  app.get('/orders.csv', (c) => streamCsv(desk, c))
  app.get('/live', (c) => live(desk, c))
  app.all('/sandbox/*', (c) => passToSandbox(desk, c))
  mountRoutes(app, HANDLERS, desk)
  app.all('*', (c) => {
    throw new HttpError(404, 'NOT_FOUND', `The console API has no ${c.req.method} ${c.req.path}.`)
  })
  return app
}
